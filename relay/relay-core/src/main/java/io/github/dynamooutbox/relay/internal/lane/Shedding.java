package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.internal.circuit.Circuits;
import io.github.dynamooutbox.relay.internal.circuit.FailingSince.Failing;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * What is parked instead of waiting any longer for one target: because others would have to wait
 * for it too, because it is down, because the stream is about to trim it, or because it fails while
 * others pass. Nothing without a control table. Confined to the relay's event loop.
 */
final class Shedding {
  /** Deliveries to a target that keeps up do not wait this long. */
  private static final Duration IN_VAIN = Duration.ofSeconds(30);

  /** What has waited for less than this has waited for its turn, and not for its target. */
  static final Duration A_MOMENT = Duration.ofSeconds(1);

  private final String target;
  private final LaneContext context;
  private final Pace pace;
  private final Circuits circuits;
  private final Function<Predicate<Delivery>, List<Delivery>> remove;
  private final BiConsumer<Delivery, Retry> park;

  /**
   * @param remove removes deliveries that wait for their request
   * @param park parks what was removed
   */
  Shedding(
      String target,
      LaneContext context,
      Function<Predicate<Delivery>, List<Delivery>> remove,
      BiConsumer<Delivery, Retry> park) {
    this.target = target;
    this.context = context;
    this.remove = remove;
    this.park = park;
    pace = context.env().paces().of(target);
    circuits = context.memory().circuits();
  }

  /**
   * Parks what others would wait for: everything, or only what was refused if sending less does not
   * help. If the target has been failing a while ago only, what is new waits a moment for its turn.
   */
  void shedForOthers() {
    Instant now = context.env().now();
    boolean isFailing = pace.hasFailedWithin(A_MOMENT);
    shed(
        delivery ->
            (isFailing || Duration.between(delivery.readySince(now), now).compareTo(A_MOMENT) >= 0)
                && (pace.isRate() || delivery.failure().isPresent()),
        "TARGET_SLOW",
        () -> "accepts too little: others would have to wait for it");
  }

  /**
   * Whether an event has been failing for long while its target accepts most others, or must not
   * wait because the stream is about to trim its record.
   */
  boolean isStuck(Delivery delivery, Failing failing, Instant now) {
    return context
        .parking()
        .blockedAfter()
        .filter(after -> isNearTrim(delivery) || isAlone(failing, now, after))
        .isPresent();
  }

  private static boolean isAlone(Failing failing, Instant now, BlockedAfter after) {
    return failing.othersPass() && !now.isBefore(failing.since().plus(after.stuck()));
  }

  /**
   * Whether the stream may trim a delivery's record before its target accepts it: the shard is not
   * catching up, and the delivery has failed or waited in vain.
   */
  private boolean isNearTrim(Delivery delivery) {
    Instant now = context.env().now();
    return context.memory().lateness().isHopeless()
        && !now.isBefore(delivery.createdAt().plus(BlockedAfter.BACKSTOP))
        && (delivery.failure().isPresent()
            || !now.isBefore(delivery.readySince(now).plus(IN_VAIN)));
  }

  /**
   * While the target is down: parks what other targets would have to wait for, and what the stream
   * may trim.
   */
  void shedWhileDown() {
    boolean holdsUpOthers = circuits.holdsUpOthers(target);
    shed(
        delivery -> holdsUpOthers || isNearTrim(delivery),
        "TARGET_DOWN",
        () -> "has accepted nothing since " + circuits.since(target));
  }

  /**
   * Parks what the stream may trim before the target accepts it, whatever the state of the circuit.
   */
  void shedNearTrim() {
    if (context.memory().lateness().isHopeless()) {
      shed(
          this::isNearTrim,
          "NEAR_TRIM",
          () -> "accepts too little: the stream would trim the record before its turn");
    }
  }

  private void shed(Predicate<Delivery> leaves, String code, Supplier<String> message) {
    if (context.parking().blockedAfter().isEmpty()) {
      return;
    }
    List<Delivery> leaving = remove.apply(leaves);
    if (!leaving.isEmpty()) {
      Retry why = new Retry(code, "target " + target + ' ' + message.get());
      leaving.forEach(delivery -> park.accept(delivery, why));
    }
  }
}
