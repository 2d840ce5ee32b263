package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.ConsumedUnits;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What it costs to park a record, whatever the number of its events. */
class RecordCostIT {
  @RegisterExtension static final LocalControlTable table = new LocalControlTable();

  private static final RecordCodec CODEC = new RecordCodec(OutboxSchema.defaults());
  private static final Instant NOW = LocalControlTable.NOW;

  /** Bytes for keys, position, and causes, whatever the number of events. */
  private static final int BESIDE = 512;

  private final ConsumedUnits units = new ConsumedUnits();
  private DynamoDbClient client;
  private ControlTable control;

  @BeforeEach
  void open() {
    client = table.client(units);
    control = table.of(AwsUnderTest.unique("stream"), client);
  }

  @AfterEach
  void close() {
    client.close();
  }

  @ParameterizedTest(name = "{0} events of {1} bytes")
  @CsvSource({"1, 250000", "100, 2500", "300, 900", "1500, 150"})
  void aRecordCostsItsKilobytesAndThreeUnits(int events, int bytes) throws Exception {
    // The flag of the part is up: it is written once for many lanes.
    relay(record("first", 1, 10), new Refusing(true));
    String other = inThePartOf("first");
    StreamRecord record = record(other, events, bytes);
    int deflated = Deflated.of(1, ItemForm.encode(record.newImage().orElseThrow())).length;
    double kilobytes = Math.ceil((deflated + BESIDE) / 1024.0);
    units.written();

    long start = System.nanoTime();
    relay(record, new Refusing(true));

    double written = units.written();
    System.out.printf(
        "FIGURE park %d events of a record of %.0f KB: %.0f units, %d ms%n",
        events, kilobytes, written, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    assertThat(written).isLessThanOrEqualTo(kilobytes + 3);
  }

  @ParameterizedTest(name = "{0} events of {1} bytes, without order")
  @CsvSource({"300, 900", "1500, 150"})
  void soItDoesWhereEachOfItsRequestsIsRejected(int events, int bytes) throws Exception {
    StreamRecord record = record("single", events, bytes);
    int deflated = Deflated.of(1, ItemForm.encode(record.newImage().orElseThrow())).length;
    units.written();

    relay(record, new Refusing(false));

    assertThat(units.written()).isLessThanOrEqualTo(Math.ceil((deflated + BESIDE) / 1024.0) + 3);
  }

  private static String inThePartOf(String id) {
    int part = QueueName.partOf(new LaneKey("bus", "Order#" + id));
    for (int i = 0; ; i++) {
      if (QueueName.partOf(new LaneKey("bus", "Order#other" + i)) == part) {
        return "other" + i;
      }
    }
  }

  private void relay(StreamRecord record, Refusing target) throws Exception {
    try (ThreadEventLoop loop = new ThreadEventLoop("cost")) {
      ShardRelay shard =
          Relay.builder(List.of(target), List.of(Rule.all("bus")), loop)
              .parking(
                  new ParkingPolicy(
                      Optional.of(control.queues()), true, Optional.of(BlockedAfter.DEFAULT)))
              .build()
              .open("shard");
      shard.submit(List.of(record));
      shard.settled().toCompletableFuture().get(30, TimeUnit.SECONDS);
      assertThat(shard.firstUnfinished()).isEmpty();
      shard.close().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }
  }

  /** Payloads of random bytes, which do not deflate to much less than three quarters. */
  private static StreamRecord record(String id, int count, int bytes) {
    Random random = new Random(1);
    List<OutboxEvent> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      byte[] noise = new byte[bytes];
      random.nextBytes(noise);
      events.add(
          new OutboxEvent(
              id + "-" + i,
              "OrderPlaced",
              NOW,
              "application/json",
              Optional.empty(),
              Payload.of('"' + Base64.getEncoder().encodeToString(noise) + '"'),
              Optional.empty(),
              Map.of()));
    }
    AggregateKey order = new AggregateKey("Order", id);
    OutboxRecord record =
        new OutboxRecord(
            order,
            OptionalLong.of(1),
            events,
            CommitContext.of("/shop/orders", NOW, "eu-central-1"),
            NOW.plusSeconds(604_800),
            Item.empty());
    Item item = CODEC.encode(CODEC.key(order, 1), record);
    return new StreamRecord(new StreamPosition("1"), ChangeType.INSERT, item, Optional.of(item));
  }

  /** Refuses every event: in order before it is sent, without order in its answers. */
  private record Refusing(boolean ordered) implements Target<Refusing.Nothing> {
    record Nothing() implements Entry {
      @Override
      public int bytes() {
        return 1;
      }
    }

    @Override
    public String name() {
      return "bus";
    }

    @Override
    public BatchLimits limits() {
      return new BatchLimits(10, 1_000, 2);
    }

    @Override
    public Prepared<Nothing> prepare(Envelope envelope) {
      return ordered
          ? new Prepared.Refused<>("TOO_LARGE", "refused for ever")
          : new Prepared.Ready<>(new Nothing());
    }

    @Override
    public CompletionStage<BatchOutcome> publish(List<Nothing> entries) {
      return CompletableFuture.supplyAsync(
          () -> BatchOutcome.all(entries.size(), new Rejected("BAD", "refused for ever")),
          CompletableFuture.delayedExecutor(10, TimeUnit.MILLISECONDS));
    }
  }
}
