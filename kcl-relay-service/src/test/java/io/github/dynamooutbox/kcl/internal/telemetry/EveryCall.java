package io.github.dynamooutbox.kcl.internal.telemetry;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.observe.RelayObserver.SkipReason;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Attempts;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Makes every call to an observer that a relay can make. Payloads contain the word "secret". */
public final class EveryCall {
  private static final StreamPosition POSITION = new StreamPosition("100");
  private static final AggregateKey ORDER = new AggregateKey("Order", "42");

  private EveryCall() {}

  public static void on(RelayObserver observer, String target) {
    Envelope envelope = envelope();
    observer.published(target, envelope, Duration.ofMillis(250));
    observer.published(target, envelope, Duration.ofMillis(50));
    observer.published(target, envelope, Duration.ofMillis(-3));
    observer.retried(target, envelope, "ThrottlingException", "rate exceeded");
    observer.rejected(target, envelope, "TOO_LARGE", "1 MB, at most 256 KB");
    observer.parked(target, envelope, new Cause(ParkReason.REJECTED, "TOO_LARGE", "too large"));
    observer.parkedUnreadable(unreadable());
    observer.batchSent(target, 7, 700);
    observer.batchSent(target, 3, 300);
    observer.answered(target, Duration.ofMillis(40));
    observer.answered(target, Duration.ofMillis(20));
    for (SkipReason reason : SkipReason.values()) {
      observer.skipped(reason);
    }
    observer.targetDown(target, Instant.EPOCH, "ThrottlingException");
    observer.stillDown(target, Duration.ofSeconds(70));
    observer.stillDown(target, Duration.ofSeconds(80));
    observer.targetUp(target);
    observer.finishedBefore(target);
    observer.heartbeat(envelope, Duration.ofMillis(70));
    observer.heartbeat(envelope, Duration.ofMillis(60));
    observer.inverted(ORDER, POSITION);
    observer.halted(POSITION, "MALFORMED", "v: is missing");
    observer.lost("receipt", 3, "TimeoutException");
    observer.controlFailed("lanes", "AccessDeniedException", "not allowed");
  }

  static Envelope envelope() {
    OutboxEvent event =
        new OutboxEvent(
            "event-1",
            "OrderPlaced",
            Instant.EPOCH,
            "application/json",
            Optional.empty(),
            Payload.of("{\"secret\":1}"),
            Optional.empty(),
            Map.of());
    CommitContext context = CommitContext.of("/shop/orders", Instant.EPOCH, "eu-west-1");
    OutboxRecord record =
        new OutboxRecord(
            ORDER, OptionalLong.of(7), List.of(event), context, Instant.EPOCH, Item.empty());
    return new Envelope(
        POSITION, new RecordCodec(OutboxSchema.defaults()).key(ORDER, 7), record, 0);
  }

  private static ParkedEvent unreadable() {
    return new ParkedEvent(
        new Place(
            new LaneKey(LaneKey.ALL_TARGETS, "Order#42"),
            POSITION,
            new RecordKey("OUTBOX#Order#42", "7"),
            ParkedEvent.WHOLE_RECORD),
        new Cause(ParkReason.MALFORMED, "MALFORMED", "events: found nothing, expected L"),
        new Attempts(0, Instant.EPOCH, Instant.EPOCH),
        Item.builder().put("data", Attribute.string("secret")).build(),
        Set.of());
  }
}
