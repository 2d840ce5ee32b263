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
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayEvent.SkipReason;
import io.github.dynamooutbox.relay.observe.RelayObserver;
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
    observer.observe(new RelayEvent.Published(target, envelope, Duration.ofMillis(250)));
    observer.observe(new RelayEvent.Published(target, envelope, Duration.ofMillis(50)));
    observer.observe(new RelayEvent.Published(target, envelope, Duration.ofMillis(-3)));
    observer.observe(new RelayEvent.Deduplicated(target, envelope));
    observer.observe(
        new RelayEvent.Retried(target, envelope, "ThrottlingException", "rate exceeded"));
    observer.observe(
        new RelayEvent.Rejected(target, envelope, "TOO_LARGE", "1 MB, at most 256 KB"));
    observer.observe(
        new RelayEvent.Parked(
            target, envelope, new Cause(ParkReason.REJECTED, "TOO_LARGE", "too large")));
    observer.observe(new RelayEvent.ParkedUnreadable(unreadable()));
    observer.observe(new RelayEvent.BatchSent(target, 7, 700));
    observer.observe(new RelayEvent.BatchSent(target, 3, 300));
    observer.observe(new RelayEvent.Answered(target, Duration.ofMillis(40)));
    observer.observe(new RelayEvent.Answered(target, Duration.ofMillis(20)));
    for (SkipReason reason : SkipReason.values()) {
      observer.observe(new RelayEvent.Skipped(reason));
    }
    observer.observe(new RelayEvent.TargetDown(target, Instant.EPOCH, "ThrottlingException"));
    observer.observe(new RelayEvent.StillDown(target, Duration.ofSeconds(70)));
    observer.observe(new RelayEvent.StillDown(target, Duration.ofSeconds(80)));
    observer.observe(new RelayEvent.TargetUp(target));
    observer.observe(new RelayEvent.FinishedBefore(target));
    observer.observe(new RelayEvent.Heartbeat(envelope, Duration.ofMillis(70)));
    observer.observe(new RelayEvent.Heartbeat(envelope, Duration.ofMillis(60)));
    observer.observe(new RelayEvent.Inverted(ORDER, POSITION));
    observer.observe(new RelayEvent.Halted(POSITION, "MALFORMED", "v: is missing"));
    observer.observe(new RelayEvent.Lost("receipt", 3, "TimeoutException"));
    observer.observe(new RelayEvent.ControlFailed("lanes", "AccessDeniedException", "not allowed"));
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
