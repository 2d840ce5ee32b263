package io.github.dynamooutbox.relay.internal.redrive;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.DistinctValues;
import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.internal.queue.AppendingQueues;
import io.github.dynamooutbox.relay.internal.queue.ParkingQueues;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What is passed on as it is, compared with reflection, whatever methods are added. */
class ForwardedTest {
  /** A call of a method, and what it returned. */
  private record Call(String method, List<Object> arguments, Optional<Object> result) {}

  private final List<Call> calls = new ArrayList<>();
  private int last;

  @Test
  void observerOfAPageHearsOfPublishingAndNotThatSomethingIsParked() {
    Set<String> forwarded = new TreeSet<>();
    for (Class<?> kind : RelayEvent.class.getPermittedSubclasses()) {
      if (PagePublish.isForwarded((RelayEvent) DistinctValues.of(kind.asSubclass(Record.class)))) {
        forwarded.add(kind.getSimpleName());
      }
    }
    assertThat(forwarded)
        .containsExactly(
            "Answered",
            "BatchSent",
            "ControlFailed",
            "Deduplicated",
            "Published",
            "Rejected",
            "Retried");
  }

  @Test
  void queuesOfAShardAskTheTableForEverythingButAppends() throws Exception {
    VirtualLoop loop = new VirtualLoop();
    Backoff backoff = new Backoff(Duration.ofMillis(1), Duration.ofMillis(2), new Random(1));
    AppendingQueues queues =
        new AppendingQueues(
            recording(QueueTable.class),
            new RequiredCalls(loop, backoff, RelayObserver.NONE),
            loop);
    for (Method method : ParkingQueues.class.getMethods()) {
      if (method.getName().equals("append")) {
        continue;
      }
      calls.clear();
      List<Object> arguments = arguments(method);
      Object result = method.invoke(queues, arguments.toArray());
      assertThat(calls).containsExactly(new Call(method.getName(), arguments, Optional.of(result)));
    }
  }

  private <T> T recording(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              Optional<Object> result =
                  method.getReturnType() == void.class
                      ? Optional.empty()
                      : Optional.of(new CompletableFuture<>());
              calls.add(new Call(method.getName(), Arrays.asList(arguments), result));
              return result.orElse(null);
            }));
  }

  /** All different, where that can make a difference. */
  private List<Object> arguments(Method method) {
    List<Object> arguments = new ArrayList<>();
    for (Class<?> type : method.getParameterTypes()) {
      last++;
      Map<Class<?>, Object> values =
          Map.of(
              String.class,
              "text-" + last,
              int.class,
              last,
              long.class,
              (long) last,
              Instant.class,
              Instant.ofEpochSecond(last),
              Duration.class,
              Duration.ofSeconds(last),
              Optional.class,
              Optional.of("value-" + last),
              Collection.class,
              List.of("value-" + last),
              Map.class,
              Map.of("key-" + last, "value"),
              Set.class,
              Set.of("value-" + last),
              StreamPosition.class,
              new StreamPosition("1"));
      arguments.add(values.containsKey(type) ? values.get(type) : other(type));
    }
    return arguments;
  }

  private static Object other(Class<?> type) {
    return type.isEnum()
        ? type.getEnumConstants()[0]
        : DistinctValues.of(type.asSubclass(Record.class));
  }
}
