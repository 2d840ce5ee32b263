package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.internal.lane.ReadyQueue.Ready;
import io.github.dynamooutbox.relay.loop.EventLoop.Timer;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Handles one target's events while the target is down: now and then one is sent as a probe, and
 * what must not wait is parked without being sent. Confined to the relay's event loop.
 */
final class OpenCircuit<E extends Entry> {
  private final String target;
  private final LaneContext context;
  private final ReadyQueue<E> ready;
  private final Retries<E> retries;
  private final LaneShelf shelf;
  private final NearTrim nearTrim;
  private @Nullable Timer nextProbe;

  OpenCircuit(
      String target,
      LaneContext context,
      ReadyQueue<E> ready,
      Retries<E> retries,
      LaneShelf shelf,
      NearTrim nearTrim) {
    this.target = target;
    this.context = context;
    this.ready = ready;
    this.retries = retries;
    this.shelf = shelf;
    this.nearTrim = nearTrim;
  }

  /** Sends one entry if a probe is due. */
  void probe(Consumer<List<Ready<E>>> send) {
    // Probes are far enough apart: no retry has to wait by itself.
    retries.takeAll().forEach(ready::add);
    Instant now = context.clock().instant();
    Instant due = context.circuits().probeAt(target);
    if (now.isBefore(due)) {
      scheduleProbe(Duration.between(now, due));
    } else {
      List<Ready<E>> one = ready.nextOne();
      if (one != null) {
        send.accept(one);
      }
    }
  }

  private void scheduleProbe(Duration delay) {
    if (nextProbe == null && !ready.isEmpty()) {
      nextProbe = context.loop().schedule(delay, () -> nextProbe = null);
    }
  }

  /** Parks what other targets would have to wait for, and what the stream may trim. */
  void shed() {
    if (context.parking().blockedAfter().isEmpty()) {
      return;
    }
    boolean holdsUpOthers = context.circuits().holdsUpOthers(target);
    List<Delivery> leaving = remove(delivery -> holdsUpOthers || nearTrim.includes(delivery));
    if (!leaving.isEmpty()) {
      Retry why = targetDown();
      leaving.forEach(delivery -> shelf.shed(delivery, why));
    }
  }

  private Retry targetDown() {
    return new Retry(
        "TARGET_DOWN",
        "target %s has accepted nothing since %s"
            .formatted(target, context.circuits().since(target)));
  }

  /**
   * Parks what the stream may trim before the target accepts it, whatever the state of the circuit.
   */
  void shedNearTrim() {
    if (context.parking().blockedAfter().isPresent() && context.lateness().isHopeless()) {
      Retry why =
          new Retry(
              "NEAR_TRIM",
              "target %s accepts too little: the stream would trim the record before its turn"
                  .formatted(target));
      remove(nearTrim::includes).forEach(delivery -> shelf.shed(delivery, why));
    }
  }

  private List<Delivery> remove(Predicate<Delivery> leaves) {
    List<Delivery> leaving = new ArrayList<>();
    ready.removeIf(delivery -> leaves.test(delivery) && leaving.add(delivery));
    retries.removeIf(delivery -> leaves.test(delivery) && leaving.add(delivery));
    return leaving;
  }

  void cancel() {
    if (nextProbe != null) {
      nextProbe.cancel();
    }
  }
}
