package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Stuck;
import io.github.dynamooutbox.relay.internal.redrive.TakingOut;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import io.github.dynamooutbox.relay.park.queue.WayOutTable;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Why;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The ways out for what is parked for good, beside trying once more, which is a {@link Redrive} of
 * one aggregate: sending it to another target, or discarding it. Each event leaves its queue in one
 * transaction with a mark that says who has decided it, why and when; counts stay right. What
 * stands behind the event is redriven by the next schedule. Thread-safe.
 */
public final class WaysOut {
  /** The event header that marks what was sent to another target; its value differs each time. */
  public static final String REPLAY = TakingOut.REPLAY;

  private static final int MOST_TEXT = 256;

  /**
   * What is to leave.
   *
   * @param target for which it is parked; {@code *} for what is parked for all targets
   * @param aggregate {@code type#id}
   * @param eventId one event; empty: all that is parked of the aggregate for the target
   */
  public record Selection(String target, String aggregate, Optional<String> eventId) {}

  /**
   * Who has decided it.
   *
   * @param by a name
   * @param reason why; both have 1 to 256 characters
   */
  public record Decision(String by, String reason) {
    public Decision {
      check("by", by);
      check("reason", reason);
    }

    private static void check(String name, String text) {
      if (text.isBlank() || text.length() > MOST_TEXT) {
        throw new IllegalArgumentException(
            "%s: must have 1 to %d characters".formatted(name, MOST_TEXT));
      }
    }
  }

  /**
   * What has happened.
   *
   * @param events that have left their queues
   * @param obstacle why it ended before all had; code and message, without payload
   * @param busy who works on this part of the lanes; nothing was done then: try again later
   */
  public record Outcome(int events, Optional<Why> obstacle, Optional<Lease> busy) {}

  private final RedriveBuilder settings;
  private final WayOutTable table;

  WaysOut(RedriveBuilder settings, WayOutTable table) {
    this.settings = settings;
    this.table = table;
  }

  /**
   * Discards events for good.
   *
   * @param name tells this call from all other redrives
   * @param leasedFor longer than the caller lives
   */
  public CompletionStage<Outcome> discard(
      String name, Selection selection, Decision decision, Duration leasedFor) {
    return run(name, selection, decision, leasedFor, Optional.empty());
  }

  /**
   * Sends events to another target and takes them out of their queues. That is a replay, outside of
   * the order of the other target's lane. Each carries the header {@link #REPLAY}, and a FIFO topic
   * gets a new deduplication id.
   *
   * @param to the other target's name
   * @throws IllegalArgumentException if there is no such target
   */
  public CompletionStage<Outcome> send(
      String name, Selection selection, String to, Decision decision, Duration leasedFor) {
    boolean isKnown =
        settings.setup().targets().stream().anyMatch(target -> target.name().equals(to));
    if (!isKnown || to.equals(selection.target())) {
      throw new IllegalArgumentException(
          "to: \"%s\" is no other target of this relay".formatted(to));
    }
    return run(name, selection, decision, leasedFor, Optional.of(to));
  }

  private CompletionStage<Outcome> run(
      String name,
      Selection selection,
      Decision decision,
      Duration leasedFor,
      Optional<String> to) {
    LaneKey lane = new LaneKey(selection.target(), selection.aggregate());
    return takeOut(
            new TakingOut.Task(
                name,
                TakingOut.Meant.of(lane, selection.eventId(), settings.context().codec()),
                new TakingOut.Decided(decision.by(), decision.reason(), to),
                settings.clock().instant().plus(leasedFor),
                () -> true,
                taken -> {}))
        .thenApply(result -> new Outcome(result.events(), why(result.obstacle()), result.busy()));
  }

  /** Discards events of queues of one part for good, as long as the watch wants it. */
  CompletionStage<TakingOut.Result> discard(
      String name,
      TakingOut.Meant meant,
      Decision decision,
      Instant leasedUntil,
      Purge.Watch watch) {
    return takeOut(
        new TakingOut.Task(
            name,
            meant,
            new TakingOut.Decided(decision.by(), decision.reason(), Optional.empty()),
            leasedUntil,
            watch::goesOn,
            watch::discarded));
  }

  private CompletionStage<TakingOut.Result> takeOut(TakingOut.Task task) {
    CompletableFuture<TakingOut.Result> done = new CompletableFuture<>();
    TakingOut takingOut = new TakingOut(settings.context(), table, task, done);
    settings.setup().loop().execute(takingOut::start);
    return done;
  }

  static Optional<Why> why(Optional<Stuck> obstacle) {
    return obstacle.map(each -> new Why(each.code(), each.message()));
  }
}
