package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.LocalControlTable.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.relay.Records;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.TransactionConflictException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Much is parked at once, on DynamoDB Local with the conflicts of DynamoDB, by four processes with
 * a shard each: 20 events of one aggregate that two targets reject, and those of 100 other
 * aggregates while a third target is down.
 */
class ParkingConflictsIT {
  private static final int POISON = 20;
  private static final int OTHERS = 100;
  private static final int PROCESSES = 4;

  @RegisterExtension static final LocalControlTable table = new LocalControlTable();

  private final Conflicts conflicts = new Conflicts();
  private final CyclicBarrier together = new CyclicBarrier(PROCESSES);
  private final Queue<String> failures = new ConcurrentLinkedQueue<>();
  private final String stream = AwsUnderTest.unique("stream");

  @Test
  void conflictsAreNoFailuresAndEverythingIsParkedOnce() {
    ExecutorService threads = Executors.newFixedThreadPool(PROCESSES);
    try {
      List<CompletableFuture<Void>> processes = new ArrayList<>();
      for (int i = 0; i < PROCESSES; i++) {
        String shard = "shard" + i;
        processes.add(CompletableFuture.runAsync(() -> relay(shard), threads));
      }
      processes.forEach(LocalControlTable::get);
    } finally {
      threads.shutdownNow();
    }

    System.out.printf(
        "FIGURE %d events parked: %d conflicts, %d control failures%n",
        PROCESSES * (3 * POISON + OTHERS), conflicts.refused(), failures.size());
    assertThat(conflicts.refused()).as("conflicts").isGreaterThan(20);
    assertThat(failures).isEmpty();
    assertThat(parked("ordered"))
        .isEqualTo(
            Map.of(
                ParkReason.REJECTED,
                (long) PROCESSES,
                ParkReason.BEHIND,
                PROCESSES * (POISON - 1L)));
    assertThat(parked("unordered"))
        .isEqualTo(Map.of(ParkReason.REJECTED, (long) PROCESSES * POISON));
    assertThat(parked("down"))
        .isEqualTo(Map.of(ParkReason.BLOCKED, (long) PROCESSES * (POISON + OTHERS)));
  }

  private Map<ParkReason, Long> parked(String target) {
    Map<ParkReason, Long> counts = new EnumMap<>(ParkReason.class);
    for (int part = 0; part < QueueName.PARTS; part++) {
      get(table.of(stream).queues().queues(part)).stream()
          .filter(summary -> summary.queue().target().equals(target))
          .forEach(
              summary ->
                  summary.counts().forEach((why, number) -> counts.merge(why, number, Long::sum)));
    }
    return counts;
  }

  private void relay(String name) {
    ControlTable control = table.of(stream, conflicts.on(table.client()));
    try (ThreadEventLoop loop = new ThreadEventLoop(name)) {
      ShardRelay shard = relay(loop, control).open(name);
      awaitOthers();
      get(shard.submit(records(name)));
      get(shard.settled());
      assertThat(get(shard.close())).isEmpty();
    }
  }

  /** Those that begin late would meet nobody. */
  private void awaitOthers() {
    try {
      int unused = together.await(60, TimeUnit.SECONDS);
    } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
      throw new IllegalStateException("not all have begun", e);
    }
  }

  private static List<StreamRecord> records(String shard) {
    List<StreamRecord> records = new ArrayList<>();
    Instant now = Instant.now();
    for (int i = 1; i <= POISON; i++) {
      records.add(Records.order(i, "poison-" + shard, i, now, 1));
    }
    for (int i = 1; i <= OTHERS; i++) {
      records.add(Records.order(POISON + i, "other" + i + shard, 1, now, 1));
    }
    return records;
  }

  private Relay relay(ThreadEventLoop loop, ControlTable control) {
    Function<String, PublishOutcome> poison =
        id ->
            id.startsWith("poison")
                ? new PublishOutcome.Rejected("BAD", "never")
                : PublishOutcome.Published.INSTANCE;
    return Relay.builder(
            List.of(
                new Answering("ordered", true, poison),
                new Answering("unordered", false, poison),
                new Answering("down", true, id -> new PublishOutcome.Retry("DOWN", "no answer"))),
            List.of(Rule.all("ordered", "unordered", "down")),
            loop)
        .parking(
            new ParkingPolicy(
                Optional.of(control.queues()),
                true,
                Optional.of(new BlockedAfter(Duration.ofSeconds(1), Duration.ofMinutes(5)))))
        .observer(
            event -> {
              if (event instanceof RelayEvent.ControlFailed it) {
                failures.add(it.what() + ": " + it.code() + ": " + it.message());
              }
            })
        .build();
  }

  /** A target that has an answer for each event, at once. */
  private record Answering(String name, boolean ordered, Function<String, PublishOutcome> answer)
      implements Target<Answering.Sent> {
    record Sent(String id) implements Entry {
      @Override
      public int bytes() {
        return id.length();
      }
    }

    @Override
    public BatchLimits limits() {
      return new BatchLimits(10, 10_000, 4);
    }

    @Override
    public Prepared<Sent> prepare(Envelope envelope) {
      return new Prepared.Ready<>(new Sent(envelope.event().id()));
    }

    @Override
    public CompletionStage<BatchOutcome> publish(List<Sent> entries) {
      return CompletableFuture.completedStage(
          new BatchOutcome.PerEntry(
              entries.stream().map(entry -> answer.apply(entry.id())).toList()));
    }
  }

  /**
   * The conflicts that DynamoDB Local does not have: while a transaction is under way, whoever else
   * writes one of its items is refused ("Transaction conflict handling in DynamoDB", DynamoDB
   * developer guide). Thread-safe.
   */
  private static final class Conflicts {
    /** About as long as a transaction takes. */
    private static final Duration TRANSACTION = Duration.ofMillis(15);

    private final Set<String> underWay = ConcurrentHashMap.newKeySet();
    private final AtomicInteger refused = new AtomicInteger();

    /** How many requests were refused. */
    int refused() {
      return refused.get();
    }

    DynamoDbClient on(DynamoDbClient client) {
      return (DynamoDbClient)
          Proxy.newProxyInstance(
              Conflicts.class.getClassLoader(),
              new Class<?>[] {DynamoDbClient.class},
              (self, method, arguments) ->
                  // A request that is built on the way comes here again.
                  arguments != null && arguments[0] instanceof Consumer
                      ? InvocationHandler.invokeDefault(self, method, arguments)
                      : call(client, method, arguments));
    }

    private Object call(DynamoDbClient client, Method method, Object[] arguments) throws Throwable {
      Object request = arguments == null ? "" : arguments[0];
      if (request instanceof TransactWriteItemsRequest transaction) {
        return transact(client, method, transaction);
      }
      writtenBy(request).filter(underWay::contains).findAny().ifPresent(item -> refuse());
      return invoke(client, method, arguments);
    }

    private Object transact(DynamoDbClient client, Method method, TransactWriteItemsRequest request)
        throws Throwable {
      List<String> items = request.transactItems().stream().map(Conflicts::item).toList();
      List<String> taken = items.stream().filter(underWay::add).toList();
      try {
        if (taken.size() < items.size()) {
          refused.incrementAndGet();
          throw TransactionCanceledException.builder()
              .cancellationReasons(
                  items.stream()
                      .map(item -> taken.contains(item) ? "None" : "TransactionConflict")
                      .map(code -> CancellationReason.builder().code(code).build())
                      .toList())
              .build();
        }
        LockSupport.parkNanos(TRANSACTION.toNanos());
        return invoke(client, method, new Object[] {request});
      } finally {
        taken.forEach(underWay::remove);
      }
    }

    private void refuse() {
      refused.incrementAndGet();
      throw TransactionConflictException.builder()
          .awsErrorDetails(
              AwsErrorDetails.builder().errorCode("TransactionConflictException").build())
          .build();
    }

    private static Stream<String> writtenBy(Object request) {
      if (request instanceof UpdateItemRequest update) {
        return Stream.of(key(update.key()));
      }
      if (request instanceof PutItemRequest put) {
        return Stream.of(key(put.item()));
      }
      return request instanceof DeleteItemRequest delete
          ? Stream.of(key(delete.key()))
          : Stream.empty();
    }

    private static String item(TransactWriteItem action) {
      return Stream.of(
              action.put() == null ? null : action.put().item(),
              action.update() == null ? null : action.update().key(),
              action.delete() == null ? null : action.delete().key(),
              action.conditionCheck() == null ? null : action.conditionCheck().key())
          .filter(Objects::nonNull)
          .map(Conflicts::key)
          .collect(Collectors.joining());
    }

    private static String key(Map<String, AttributeValue> attributes) {
      return attributes.get("PK").s() + ' ' + attributes.get("SK").s();
    }

    private static Object invoke(DynamoDbClient client, Method method, Object[] arguments)
        throws Throwable {
      try {
        return method.invoke(client, arguments);
      } catch (InvocationTargetException e) {
        throw e.getCause();
      }
    }
  }
}
