package io.github.dynamooutbox.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelayBuilderTest extends ShardBench {
  private static final OutboxSchema SCHEMA = new OutboxSchema("pk", "sk", "EVENTS/", "expires");

  private final ScriptedTarget bus = target("bus");

  @Test
  void whateverIsSetIsUsed() {
    List<Receipt> receipts = new ArrayList<>();
    List<RelayEvent.SkipReason> skipped = new ArrayList<>();
    RelayObserver observer =
        event -> {
          if (event instanceof RelayEvent.Skipped it) {
            skipped.add(it.reason());
          }
        };
    ShardRelay shard =
        builder(Rule.all("bus"))
            .schema(SCHEMA)
            .regions(Set.of("eu-west-1", "eu-central-1"))
            .parking(ParkingPolicy.halt())
            .finishedAhead(new MemoryAhead())
            .receipts(
                receipt -> {
                  receipts.add(receipt);
                  return CompletableFuture.completedStage(null);
                })
            .window(1, 1)
            .backoff(new Backoff(Duration.ofMillis(1), Duration.ofMillis(2), new Random(1)))
            .observer(observer)
            .clock(loop)
            .build()
            .open("shard");
    shard.submit(
        List.of(
            record(1, "eu-central-1"),
            record(2, "us-east-1"),
            record(3, "eu-west-1"),
            withPrefix(4, "OUTBOX#")));
    settle(shard);

    assertThat(bus.accepted).containsExactly("a1-1.0", "a3-3.0");
    assertThat(bus.requests).as("a window of one event").hasSize(2);
    assertThat(skipped)
        .as("another region, another prefix")
        .containsOnly(RelayEvent.SkipReason.NOT_OURS)
        .hasSize(2);
    assertThat(receipts.stream().flatMap(each -> each.events().stream())).hasSize(2);
    assertThat(receipts).allSatisfy(each -> assertThat(each.at()).isAfter(Instant.EPOCH));
  }

  @Test
  void twoTargetsOfOneNameAreRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Relay.builder(List.of(bus, target("bus")), List.of(), loop).build())
        .withMessage("two targets are named \"bus\"");
  }

  @Test
  void aRuleThatNamesNoTargetIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder(Rule.all("bsu")).build())
        .withMessage("a rule names target \"bsu\"; known: [bus]");
  }

  @ParameterizedTest
  @CsvSource({"0, 1", "1, 0", "-1, 1", "1, -1"})
  void aWindowWithoutRoomForAnythingIsRefused(int events, long bytes) {
    RelayBuilder builder = builder(Rule.all("bus"));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> builder.window(events, bytes))
        .withMessage(
            "window of %d events and %d bytes: both must be positive".formatted(events, bytes));
    assertThatCode(() -> builder.window(1, 1)).doesNotThrowAnyException();
  }

  private RelayBuilder builder(Rule rule) {
    return Relay.builder(List.of(bus), List.of(rule), loop);
  }

  private ScriptedTarget target(String name) {
    return new ScriptedTarget(name, true, new BatchLimits(10, 10_000, 2), loop);
  }

  private static StreamRecord withPrefix(long position, String prefix) {
    Item item =
        Item.builder().put("pk", prefix + "Order#1").put("sk", "%019d".formatted(position)).build();
    return new StreamRecord(position(position), ChangeType.INSERT, item, Optional.of(item));
  }

  private static StreamRecord record(long position, String region) {
    AggregateKey aggregate = new AggregateKey("Order", "a" + position);
    String id = "a" + position + "-" + position + ".0";
    OutboxEvent event =
        new OutboxEvent(
            id,
            "OrderChanged",
            Instant.EPOCH,
            "application/json",
            Optional.empty(),
            Payload.of(Records.data(id)),
            Optional.empty(),
            Map.of());
    OutboxRecord record =
        new OutboxRecord(
            aggregate,
            OptionalLong.of(position),
            List.of(event),
            CommitContext.of("/shop", Instant.EPOCH, region),
            Instant.EPOCH.plus(Duration.ofDays(7)),
            Item.empty());
    RecordCodec codec = new RecordCodec(SCHEMA);
    Item item = codec.encode(codec.key(aggregate, position), record);
    return new StreamRecord(position(position), ChangeType.INSERT, item, Optional.of(item));
  }
}
