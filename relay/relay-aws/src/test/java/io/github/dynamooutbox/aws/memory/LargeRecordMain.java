package io.github.dynamooutbox.aws.memory;

import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;

/**
 * Relays one record of 300 payloads of 1 MiB, compressed to a kilobyte each, to as many targets as
 * its argument says.
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
    try (ThreadEventLoop loop = new ThreadEventLoop("large")) {
      ShardRelay shard =
          Relay.builder(targets, List.of(Rule.all(names)), loop).build().open("shard");
      Item record = record(EVENTS);
      shard.submit(
          List.of(
              new StreamRecord(
                  new StreamPosition("1"), ChangeType.INSERT, record, Optional.of(record))));
      shard.settled().toCompletableFuture().get(60, TimeUnit.SECONDS);
      System.out.println("accepted " + accepted + ", unfinished " + shard.firstUnfinished());
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
