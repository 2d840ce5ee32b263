package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.inbox.Cursor.Place;
import io.github.dynamooutbox.inbox.CursorMoves.Parked;
import io.github.dynamooutbox.inbox.InboxCommits.Own;
import io.github.dynamooutbox.inbox.InboxCommits.Part;
import io.github.dynamooutbox.inbox.InboxCommits.Refusal;
import java.time.Duration;
import java.util.ArrayList;
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

  /** The outcome for a parked event. */
  private enum Outcome {
    HANDLED,
    /** It had already been handled, or another call has handled it. */
    GONE,
    /** Events before it are still missing. */
    STAYS
  }

  /**
   * Repeats as long as a pass has handled something: while one event is being handled, another call
   * may park the one after it, and nothing else would resume that.
   */
  Resumed resume(String source, AggregateKey aggregate, EventHandler handler, Duration timeout) {
    int handled = 0;
    Resumed last;
    do {
      last = pass(parking.of(source, aggregate), handler, timeout);
      handled += last.handled();
    } while (last.handled() > 0);
    return new Resumed(handled, last.left());
  }

  private Resumed pass(List<ReceivedEvent> parked, EventHandler handler, Duration timeout) {
    int handled = 0;
    int gone = 0;
    for (ReceivedEvent event : parked) {
      Outcome outcome = resume(OrderedEvent.of(event), handler, timeout);
      handled += outcome == Outcome.HANDLED ? 1 : 0;
      gone += outcome == Outcome.GONE ? 1 : 0;
      if (outcome == Outcome.STAYS) {
        break;
      }
    }
    return new Resumed(handled, parked.size() - handled - gone);
  }

  private Outcome resume(OrderedEvent event, EventHandler handler, Duration timeout) {
    List<Own> own = new ArrayList<>();
    if (settings.mode().hasEntries()) {
      own.add(Own.entry(entries.put(event.event())));
    }
    own.add(Own.cursor(moves.next(event, Parked.SELF)));
    own.add(Own.parked(parking.delete(event)));
    Optional<Refusal> refusal = commits.commit(event.event(), own, handler, timeout);
    return refusal.isEmpty() ? Outcome.HANDLED : after(refusal.get(), event, timeout);
  }

  private Outcome after(Refusal refusal, OrderedEvent event, Duration timeout) {
    if (refusal.isOf(Part.PARKED)) {
      return Outcome.GONE;
    }
    if (refusal.isOf(Part.ENTRY)) {
      return remove(event, timeout);
    }
    Cursor cursor = Cursor.of(refusal.item(Part.CURSOR).orElseThrow(() -> refusal.failure()));
    return cursor.placeOf(event.position(), settings.guard()) == Place.COVERED
        ? remove(event, timeout)
        : Outcome.STAYS;
  }

  private Outcome remove(OrderedEvent event, Duration timeout) {
    List<Own> own = List.of(Own.cursor(moves.unpark(event)), Own.parked(parking.delete(event)));
    // Refused only if another call has removed it.
    Optional<Refusal> unused = commits.commit(event.event(), own, InboxCommits.NOTHING, timeout);
    return Outcome.GONE;
  }
}
