package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.internal.redrive.ParkedContent.Stuck;
import io.github.dynamooutbox.relay.internal.redrive.TakingOut;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import io.github.dynamooutbox.relay.park.queue.WayOutTable;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Why;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * The ways out for parked events that will never be published, other than trying again with a
 * {@link Redrive} of one aggregate: sending them to another target, or discarding them. Each event
 * leaves its queue in one transaction with a mark that says who decided it, why and when; counts
 * stay right. Events behind it are published by the next scheduled redrive. Thread-safe.
 */
public final class WaysOut {
  /**
   * The header that marks an event that was sent to another target; its value is different each
   * time.
   */
  public static final String REPLAY = TakingOut.REPLAY;

  private static final int MOST_TEXT = 256;

  /**
   * Where the events to take out are parked, and which of them are meant.
   *
   * @param target the target for which they are parked; {@code *} for what is parked for all
   *     targets
   * @param aggregate their aggregate, as {@code type#id}
   */
  public record Selection(String target, String aggregate, Which which) {
    /** Whether an event that is parked of the aggregate for the target is meant. */
    public boolean includes(ParkedEvent event, RecordCodec codec) {
      LaneKey lane = event.place().lane();
      return lane.target().equals(target)
          && lane.aggregate().equals(aggregate)
          && which.includes(event, codec);
    }
  }

  /** Which events of an aggregate, of those that are parked for one target. */
  public sealed interface Which {
    boolean includes(ParkedEvent event, RecordCodec codec);

    /** In words, as the end of a sentence. */
    String described();

    /** What has failed itself; what is only queued behind a failed event is spared. */
    record Failed() implements Which {
      @Override
      public boolean includes(ParkedEvent event, RecordCodec codec) {
        return event.cause().reason() != ParkReason.BEHIND;
      }

      @Override
      public String described() {
        return "";
      }
    }

    /** All, and what is only queued behind a failed event as well. */
    record All() implements Which {
      @Override
      public boolean includes(ParkedEvent event, RecordCodec codec) {
        return true;
      }

      @Override
      public String described() {
        return " with what is behind";
      }
    }

    /**
     * One event.
     *
     * @param id as {@link ParkedEvent#eventId} says
     */
    record One(String id) implements Which {
      @Override
      public boolean includes(ParkedEvent event, RecordCodec codec) {
        return event.eventId(codec).equals(id);
      }

      @Override
      public String described() {
        return " with the id " + id;
      }
    }

    /**
     * What somebody was shown and has agreed to, by identity: what has been parked since then stays
     * where it is, and what has left its queue since then is left alone.
     */
    record Listed(Set<ParkedEvent.Place> places) implements Which {
      public Listed {
        places = Set.copyOf(places);
      }

      @Override
      public boolean includes(ParkedEvent event, RecordCodec codec) {
        return places.contains(event.place());
      }

      @Override
      public String described() {
        return " as listed";
      }
    }
  }

  /**
   * Who decided to take events out, and why.
   *
   * @param by the name of who decided it
   * @param reason why; both texts have 1 to 256 characters
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
   * What was done.
   *
   * @param events number of events that have left their queues
   * @param obstacle why it ended before all of them had; code and message, without payload
   * @param busy the lease of another redrive on this part of the lanes; nothing was done then: try
   *     again later
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
   * @param name distinguishes this call from all other redrives
   * @param leasedFor how long to lease the part: longer than the caller lives
   */
  public CompletionStage<Outcome> discard(
      String name, Selection selection, Decision decision, Duration leasedFor) {
    return run(name, selection, decision, leasedFor, Optional.empty());
  }

  /**
   * Sends events to another target and takes them out of their queues. This is a replay, outside
   * the order of the other target's lane. Each carries the header {@link #REPLAY}, and a FIFO topic
   * gets a new deduplication id.
   *
   * @param to the other target's name
   * @throws IllegalArgumentException if there is no such target
   */
  public CompletionStage<Outcome> send(
      String name, Selection selection, String to, Decision decision, Duration leasedFor) {
    check(selection, to);
    return run(name, selection, decision, leasedFor, Optional.of(to));
  }

  /**
   * Checks what {@link #send} requires.
   *
   * @throws IllegalArgumentException if there is no such target
   */
  public void check(Selection selection, String to) {
    boolean isKnown =
        settings.setup().targets().stream().anyMatch(target -> target.name().equals(to));
    if (!isKnown || to.equals(selection.target())) {
      throw new IllegalArgumentException(
          "to: \"%s\" is not another target of this relay".formatted(to));
    }
  }

  private CompletionStage<Outcome> run(
      String name,
      Selection selection,
      Decision decision,
      Duration leasedFor,
      Optional<String> to) {
    LaneKey lane = new LaneKey(selection.target(), selection.aggregate());
    RecordCodec codec = settings.context().env().codec();
    return takeOut(
            new TakingOut.Task(
                name,
                TakingOut.Meant.of(lane, event -> selection.includes(event, codec)),
                new TakingOut.Decided(decision.by(), decision.reason(), to),
                settings.clock().instant().plus(leasedFor),
                () -> true,
                taken -> {}))
        .thenApply(result -> new Outcome(result.events(), why(result.obstacle()), result.busy()));
  }

  /** Discards events of queues of one part for good, for as long as the watch says so. */
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
