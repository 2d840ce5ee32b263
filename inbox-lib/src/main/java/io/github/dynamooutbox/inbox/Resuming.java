package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.inbox.Cursor.Place;
import io.github.dynamooutbox.inbox.CursorMoves.Parked;
import io.github.dynamooutbox.inbox.InboxCommits.Own;
import io.github.dynamooutbox.inbox.InboxCommits.Part;
import io.github.dynamooutbox.inbox.InboxCommits.Refusal;
import io.github.dynamooutbox.inbox.ParkedItems.Slot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/** Handles parked events before which nothing is missing any more. */
final class Resuming {
  private final InboxSettings settings;
  private final InboxCommits commits;
  private final Entries entries;
  private final CursorMoves moves;
  private final ParkedItems parking;

  Resuming(
      InboxSettings settings,
      InboxCommits commits,
      Entries entries,
      CursorMoves moves,
      ParkedItems parking) {
    this.settings = settings;
    this.commits = commits;
    this.entries = entries;
    this.moves = moves;
    this.parking = parking;
  }

  /** What was done, up to the event that failed, if any did. */
  record Resumption(Resumed done, Optional<ParkedFailure> failure) {}

  /** The outcome for a parked event. */
  private enum Outcome {
    HANDLED,
    /** It had already been handled, or another call has handled it. */
    GONE,
    /** The cursor is no longer where it was. */
    MOVED
  }

  /** Handles what is due. Holds one event at a time. */
  Resumption resume(String source, AggregateKey aggregate, EventHandler handler, Duration timeout) {
    Pass pass = new Pass(source, aggregate, handler, timeout);
    try {
      while (pass.makesProgress()) {
        // While one event is being handled, another call may park the one after it, and nothing
        // else would resume that.
      }
      return new Resumption(new Resumed(pass.handled, pass.left), Optional.empty());
    } catch (RuntimeException e) {
      return new Resumption(
          new Resumed(pass.handled, pass.left),
          Optional.of(new ParkedFailure(source, aggregate, pass.current, e)));
    }
  }

  /**
   * Gives up a parked event: it then counts as handled.
   *
   * @return the event; empty if it is not parked
   */
  Optional<ReceivedEvent> discard(
      String source, AggregateKey aggregate, EventPosition position, Duration timeout) {
    Optional<Slot> slot =
        parking
            .slots(source, aggregate)
            .filter(it -> it.sequence().equals(position.sequence()))
            .findFirst();
    Optional<OrderedEvent> event = slot.flatMap(it -> parking.event(source, aggregate, it));
    if (event.isEmpty()) {
      return Optional.empty();
    }
    Place place =
        parking.cursor(source, aggregate).placeOf(event.get().position(), settings.guard());
    if (place == Place.AHEAD) {
      throw new InvalidInboxException(
          "inbox of consumer "
              + settings.consumer()
              + ": "
              + event.get().event()
              + " is parked, but events before it are missing; skip those first, and resume");
    }
    Outcome outcome = handle(event.get(), slot.get(), place, InboxCommits.NOTHING, timeout);
    return outcome == Outcome.HANDLED ? Optional.of(event.get().event()) : Optional.empty();
  }

  private Outcome handle(
      OrderedEvent event, Slot slot, Place place, EventHandler handler, Duration timeout) {
    List<Own> own = new ArrayList<>();
    if (settings.mode().hasEntries()) {
      own.add(Own.entry(entries.put(event.event())));
    }
    own.add(Own.cursor(place == Place.NEXT ? moves.next(event, Parked.SELF) : moves.unpark(event)));
    own.addAll(parking.delete(event, slot));
    Optional<Refusal> refusal = commits.commit(event.event(), own, handler, timeout);
    if (refusal.isPresent()) {
      return after(refusal.get(), event, slot, timeout);
    }
    parking.deleteRest(event, slot, timeout);
    return Outcome.HANDLED;
  }

  private Outcome after(Refusal refusal, OrderedEvent event, Slot slot, Duration timeout) {
    if (refusal.isOf(Part.PARKED)) {
      return Outcome.GONE;
    }
    if (refusal.isOf(Part.ENTRY)) {
      return remove(event, slot, timeout);
    }
    if (refusal.isOf(Part.CURSOR)) {
      return Outcome.MOVED;
    }
    // Not the failure of an event that another call has handled meanwhile.
    List<Own> still = List.of(parking.check(event));
    if (!refusal.isByCondition()
        && commits
            .commit(event.event(), still, InboxCommits.NOTHING, timeout)
            .filter(it -> it.isOf(Part.PARKED))
            .isPresent()) {
      return Outcome.GONE;
    }
    throw refusal.failure();
  }

  /** Removes an event that was handled before it was parked. */
  private Outcome remove(OrderedEvent event, Slot slot, Duration timeout) {
    List<Own> own = new ArrayList<>(List.of(Own.cursor(moves.unpark(event))));
    own.addAll(parking.delete(event, slot));
    // A condition fails only if another call has removed it.
    commits
        .commit(event.event(), own, InboxCommits.NOTHING, timeout)
        .ifPresent(Refusal::requireByCondition);
    parking.deleteRest(event, slot, timeout);
    return Outcome.GONE;
  }

  /** Walks through what is parked until something is missing. */
  private final class Pass {
    private final String source;
    private final AggregateKey aggregate;
    private final EventHandler handler;
    private final Duration timeout;
    private Optional<ReceivedEvent> current = Optional.empty();
    private int handled;
    private int left;

    Pass(String source, AggregateKey aggregate, EventHandler handler, Duration timeout) {
      this.source = source;
      this.aggregate = aggregate;
      this.handler = handler;
      this.timeout = timeout;
    }

    boolean makesProgress() {
      Cursor cursor = parking.cursor(source, aggregate);
      boolean progress = false;
      left = 0;
      Iterator<Slot> slots = parking.slots(source, aggregate).iterator();
      while (slots.hasNext()) {
        Slot slot = slots.next();
        Place place = cursor.placeOf(slot.position(), settings.guard());
        if (left > 0 || place == Place.AHEAD) {
          left++;
          continue;
        }
        switch (handle(slot, place)) {
          case HANDLED -> handled++;
          case GONE -> {
            // Nothing is left to do.
          }
          case MOVED -> {
            return true;
          }
        }
        progress = true;
        cursor = cursor.after(slot.position());
      }
      return progress;
    }

    private Outcome handle(Slot slot, Place place) {
      Optional<OrderedEvent> event = parking.event(source, aggregate, slot);
      current = event.map(OrderedEvent::event);
      Outcome outcome =
          event.isEmpty()
              ? Outcome.GONE
              : Resuming.this.handle(event.get(), slot, place, handler, timeout);
      current = Optional.empty();
      return outcome;
    }
  }
}
