package io.github.dynamooutbox.aws.memory;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.redrive.Redrive;
import io.github.dynamooutbox.relay.redrive.RedriveBuilder;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.redrive.RedriveTime;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Relays one record of 300 payloads of 1 MiB, compressed to a kilobyte each, to as many targets as
 * its first argument says. With an endpoint and a control table as further arguments, those refuse
 * everything first, and a redrive publishes what was parked.
 */
final class LargeRecordMain {
  private static final int EVENTS = 300;
  private static final int PAYLOAD = 1 << 20;

  private LargeRecordMain() {}

  public static void main(String[] args) throws Exception {
    AtomicInteger accepted = new AtomicInteger();
    List<Target<?>> targets = new ArrayList<>();
    for (int i = 0; i < Integer.parseInt(args[0]); i++) {
      targets.add(new Slow("target-" + i, accepted));
    }
    String[] names = targets.stream().map(Target::name).toArray(String[]::new);
    List<Rule> rules = List.of(Rule.all(names));
    if (args.length > 1) {
      redrive(URI.create(args[1]), args[2], targets, rules);
      System.out.println("accepted " + accepted);
      return;
    }
    try (ThreadEventLoop loop = new ThreadEventLoop("large")) {
      relay(Relay.builder(targets, rules, loop).build());
      System.out.println("accepted " + accepted + ", unfinished Optional.empty");
    }
  }

  private static void relay(Relay relay) throws Exception {
    ShardRelay shard = relay.open("shard");
    Item record = record(EVENTS);
    shard.submit(
        List.of(
            new StreamRecord(
                new StreamPosition("1"), ChangeType.INSERT, record, Optional.of(record))));
    shard.settled().toCompletableFuture().get(60, TimeUnit.SECONDS);
    if (shard.firstUnfinished().isPresent()) {
      throw new IllegalStateException("unfinished: " + shard.firstUnfinished());
    }
  }

  private static void redrive(URI endpoint, String table, List<Target<?>> targets, List<Rule> rules)
      throws Exception {
    List<Target<?>> refusing = new ArrayList<>();
    targets.forEach(each -> refusing.add(new Refusing(each.name())));
    try (DynamoDbClient client =
            AwsUnderTest.configure(DynamoDbClient.builder(), endpoint).build();
        ThreadEventLoop loop = new ThreadEventLoop("large")) {
      QueueTable queues =
          ControlTable.builder(client, table, "large", ForkJoinPool.commonPool()).build().queues();
      relay(
          Relay.builder(refusing, rules, loop)
              .parking(
                  new ParkingPolicy(Optional.of(queues), true, Optional.of(BlockedAfter.DEFAULT)))
              .build());
      Redrive redrive =
          Redrive.builder(new RedriveBuilder.Setup(queues, targets, rules, loop)).build();
      Instant end = Instant.now().plusSeconds(60);
      RedriveResult result =
          redrive
              .parked()
              .thenCompose(
                  parked ->
                      redrive.run(
                          "large",
                          parked,
                          RedriveOrder.of(Set.of(ParkReason.REJECTED)),
                          new RedriveTime(end, end.plusSeconds(5), end.plusSeconds(10))))
              .toCompletableFuture()
              .get(70, TimeUnit.SECONDS);
      System.out.println(
          "published "
              + result.published()
              + ", left "
              + redrive.parked().toCompletableFuture().get());
    }
  }

  /** A record with so many payloads of 1 MiB. */
  static Item record(int count) throws IOException {
    ByteArrayOutputStream gzip = new ByteArrayOutputStream();
    byte[] json = new byte[PAYLOAD];
    Arrays.fill(json, (byte) 'x');
    json[0] = '"';
    json[PAYLOAD - 1] = '"';
    try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
      out.write(json);
    }
    Item payload =
        Item.builder()
            .put("gzip", Attribute.binary(gzip.toByteArray()))
            .put("length", PAYLOAD)
            .put("type", "S")
            .build();
    List<Attribute> events = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      events.add(
          Attribute.map(
              Item.builder()
                  .put("id", "e-" + i)
                  .put("type", "OrderPlaced")
                  .put("time", 1)
                  .put("contentType", "application/json")
                  .put("data", Attribute.map(payload))
                  .build()));
    }
    return Item.builder()
        .put("PK", "OUTBOX#Order#1")
        .put("SK", "0000000000000000001")
        .put("v", 2)
        .put("aggregateType", "Order")
        .put("aggregateId", "1")
        .put("sequence", 1)
        .put("source", "/shop")
        .put("region", "eu-west-1")
        .put("writtenAt", 1)
        .put("ttl", 1)
        .put("events", Attribute.list(events))
        .build();
  }

  /** A target that rejects everything, as large as it is. */
  private record Refusing(String name) implements Target<Refusing.Nothing> {
    record Nothing() implements Entry {
      @Override
      public int bytes() {
        return 1;
      }
    }

    @Override
    public boolean ordered() {
      return false;
    }

    @Override
    public BatchLimits limits() {
      return new BatchLimits(10, PAYLOAD, 2);
    }

    @Override
    public Prepared<Nothing> prepare(Envelope envelope) {
      return new Prepared.Refused<>("NO", "it rejects everything");
    }

    @Override
    public CompletionStage<BatchOutcome> publish(List<Nothing> entries) {
      throw new IllegalStateException("it prepares nothing");
    }
  }

  /** A target that takes a megabyte at once, and refuses each event the first time. */
  private record Slow(String name, AtomicInteger accepted, Set<String> known)
      implements Target<Slow.Rendered> {
    Slow(String name, AtomicInteger accepted) {
      this(name, accepted, new HashSet<>());
    }

    record Rendered(String id, ByteBuffer content) implements Entry {
      @Override
      public int bytes() {
        return content.remaining();
      }
    }

    @Override
    public boolean ordered() {
      return false;
    }

    @Override
    public BatchLimits limits() {
      return new BatchLimits(10, PAYLOAD + 1, 2);
    }

    @Override
    public Prepared<Rendered> prepare(Envelope envelope) {
      return new Prepared.Ready<>(
          new Rendered(envelope.event().id(), ByteBuffer.wrap(envelope.event().data().toBytes())));
    }

    @Override
    public CompletionStage<BatchOutcome> publish(List<Rendered> entries) {
      List<PublishOutcome> outcomes = new ArrayList<>();
      for (Rendered entry : entries) {
        boolean isNew = known.add(entry.id());
        outcomes.add(isNew ? new Retry("Busy", "later") : Published.INSTANCE);
        if (!isNew) {
          accepted.incrementAndGet();
        }
      }
      return CompletableFuture.supplyAsync(
          () -> new BatchOutcome.PerEntry(outcomes),
          CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS));
    }
  }
}
