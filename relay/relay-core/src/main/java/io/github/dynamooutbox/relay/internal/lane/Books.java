package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.format.Heartbeats;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.internal.progress.Progress.RecordAge;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayEvent.SkipReason;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Tracks the outcome of a shard's events: progress, room in the window, receipts, and what the
 * observer sees. Confined to the relay's event loop.
 */
public final class Books {
  private final RelayObserver observer;
  private final InstantSource clock;
  private final Window window;
  private final Receipts receipts;
  private final Map<String, Integer> openByAggregate = new HashMap<>();
  private List<String> drained = new ArrayList<>();

  public Books(RelayObserver observer, InstantSource clock, Window window, Receipts receipts) {
    this.observer = observer;
    this.clock = clock;
    this.window = window;
    this.receipts = receipts;
  }

  /** The relay has reached an event. */
  public void reached(Envelope envelope) {
    if (Heartbeats.include(envelope.aggregate())) {
      observer.observe(new RelayEvent.Heartbeat(envelope, age(envelope)));
    }
  }

  /** A delivery is handed to its target's lanes. */
  public void opened(Delivery delivery) {
    window.take(delivery.envelope());
    openByAggregate.merge(delivery.lane().aggregate(), 1, Integer::sum);
  }

  public void published(Delivery delivery, boolean deduplicated) {
    Envelope envelope = delivery.envelope();
    observer.observe(new RelayEvent.Published(delivery.lane().target(), envelope, age(envelope)));
    if (deduplicated) {
      observer.observe(new RelayEvent.Deduplicated(delivery.lane().target(), envelope));
    }
    handled(delivery);
    receipts.published(delivery, deduplicated, () -> finished(delivery));
  }

  /** A delivery is durably parked. */
  public void parked(Delivery delivery, ParkedEvent.Cause cause) {
    observer.observe(new RelayEvent.Parked(delivery.lane().target(), delivery.envelope(), cause));
    handled(delivery);
    receipts.routed(delivery.envelope(), delivery.routed(), () -> finished(delivery));
  }

  /** An event, or a record that cannot be read, is durably parked for all targets. */
  public void parkedForAll(ParkedEvent event, Optional<Envelope> envelope) {
    envelope.ifPresentOrElse(
        each -> {
          window.release(each);
          observer.observe(new RelayEvent.Parked(LaneKey.ALL_TARGETS, each, event.cause()));
        },
        () -> observer.observe(new RelayEvent.ParkedUnreadable(event)));
  }

  /** A rule drops an event. */
  public void dropped(Envelope envelope, Progress.Slot slot) {
    arrived(envelope, slot);
    observer.observe(new RelayEvent.Skipped(SkipReason.DROPPED));
  }

  /** A heartbeat that no rule names has arrived. */
  public void arrived(Envelope heartbeat, Progress.Slot slot) {
    slot.opened();
    receipts.dropped(heartbeat, slot::dissolved);
  }

  /** An earlier run has finished a delivery, maybe under other rules. */
  public void leftOut(Delivery delivery) {
    Progress.Slot slot = delivery.slot();
    slot.opened();
    receipts.routed(delivery.envelope(), delivery.routed(), slot::dissolved);
  }

  /** Whether one more record is admitted; an empty window always admits one. */
  public boolean hasRoom() {
    return window.hasRoom();
  }

  /** An event takes room, though it is not handed to lanes yet. */
  public void held(Envelope envelope) {
    window.take(envelope);
  }

  /** An event gives back the room that it took while it was held. */
  public void released(Envelope envelope) {
    window.release(envelope);
  }

  /** Whether everything of this aggregate that went to lanes is finished. */
  public boolean isDrained(String aggregate) {
    return !openByAggregate.containsKey(aggregate);
  }

  /** The aggregates that were drained since the last call. */
  public List<String> takeDrained() {
    List<String> taken = drained;
    drained = new ArrayList<>();
    return taken;
  }

  private void finished(Delivery delivery) {
    delivery.slot().finished(delivery.asFinished());
  }

  private void handled(Delivery delivery) {
    window.release(delivery.envelope());
    String aggregate = delivery.lane().aggregate();
    if (openByAggregate.merge(aggregate, -1, Integer::sum) == 0) {
      openByAggregate.remove(aggregate);
      drained.add(aggregate);
    }
  }

  private Duration age(Envelope envelope) {
    return RecordAge.between(envelope.record().context().writtenAt(), clock.instant());
  }
}
