package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Callers without null checks are told at once which argument is null, whichever it is. */
class NullArgumentsTest {
  private static final Aggregate ORDER = Aggregate.of("Order", "42");
  private static final Event EVENT = Event.withoutPayload("OrderPlaced");

  private final Outbox outbox = Rules.outbox(new FakeDynamoDb());

  private final Map<Class<?>, Object> samples =
      Map.ofEntries(
          Map.entry(String.class, "text"),
          Map.entry(Object.class, new Object()),
          Map.entry(Map.class, Items.order("1")),
          Map.entry(Aggregate.class, ORDER),
          Map.entry(Event[].class, new Event[] {EVENT}),
          Map.entry(List.class, List.of(EVENT)),
          Map.entry(Duration.class, Duration.ofSeconds(1)),
          Map.entry(Instant.class, Instant.EPOCH),
          Map.entry(byte[].class, new byte[0]),
          Map.entry(long.class, 1L),
          Map.entry(int.class, 2000),
          Map.entry(boolean.class, true),
          Map.entry(TransactWriteItem.class, TransactWriteItem.builder().build()));

  @Test
  void ofTransactionsEventsAndAggregates() {
    List<Method> methods =
        Stream.of(
                publicMethods(TransactionBuilder.class),
                publicMethods(Event.class),
                publicMethods(Aggregate.class))
            .flatMap(all -> all)
            .filter(method -> !Arrays.asList(method.getParameterTypes()).contains(Consumer.class))
            .toList();

    assertThat(methods).hasSizeGreaterThan(25);
    for (Method method : methods) {
      for (int i = 0; i < method.getParameterCount(); i++) {
        if (!method.getParameterTypes()[i].isPrimitive()) {
          assertThat(thrownWithNull(method, i, this::receiver))
              .as("%s, argument %d", method, i)
              .isInstanceOf(InvalidTransactionException.class)
              .hasMessageEndingWith(" is null");
        }
      }
    }
  }

  @Test
  void ofTheBuilder() {
    for (Method method : publicMethods(OutboxBuilder.class).toList()) {
      for (int i = 0; i < method.getParameterCount(); i++) {
        if (!method.getParameterTypes()[i].isPrimitive()) {
          assertThat(thrownWithNull(method, i, type -> Outbox.builder(new FakeDynamoDb())))
              .as("%s, argument %d", method, i)
              .isInstanceOf(NullPointerException.class);
        }
      }
    }
  }

  private Object receiver(Class<?> type) {
    if (type == TransactionBuilder.class) {
      return outbox.transaction();
    }
    return type == Event.class ? EVENT : ORDER;
  }

  private static Stream<Method> publicMethods(Class<?> type) {
    return Arrays.stream(type.getDeclaredMethods())
        .filter(method -> Modifier.isPublic(method.getModifiers()))
        .filter(method -> !method.isSynthetic() && !method.getName().equals("equals"));
  }

  private Throwable thrownWithNull(Method method, int index, Function<Class<?>, Object> receiver) {
    Object[] arguments =
        Arrays.stream(method.getParameterTypes()).map(samples::get).toArray(Object[]::new);
    arguments[index] = null;
    return catchThrowable(
        () -> {
          try {
            method.invoke(receiver.apply(method.getDeclaringClass()), arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        });
  }
}
