package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.inbox.CursorMoves.Parked;
import io.github.dynamooutbox.inbox.HandleResult.AlreadyHandled;
import io.github.dynamooutbox.inbox.HandleResult.Handled;
import io.github.dynamooutbox.inbox.HandleResult.Late;
import io.github.dynamooutbox.inbox.HandleResult.Proof;
import io.github.dynamooutbox.inbox.HandleResult.Waiting;
import io.github.dynamooutbox.inbox.InboxCommits.Own;
import io.github.dynamooutbox.inbox.InboxCommits.Part;
import io.github.dynamooutbox.inbox.InboxCommits.Refusal;
import io.github.dynamooutbox.inbox.ParkedItems.Slot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * Handles one event without reading first: it tries the most likely case, and if DynamoDB refuses
 * that, the items returned with the refusal say what to do instead.
 *
 * <p>What the inbox's own items say takes precedence over everything else: whether an event is a
 * repeat, early or late is decided before its handler's failure counts, and before its payload is
 * fetched from elsewhere.
 */
final class Handling {
  /**
   * A cursor only moves forward, and each attempt fits every position of the cursor that the
   * previous one left possible.
   */
  private static final int ATTEMPTS = 10;

  private final InboxSettings settings;
  private final InboxCommits commits;
  private final Entries entries;
  private final CursorMoves moves;
  private final ParkedItems parking;
  private final Resuming resuming;

  Handling(
      InboxSettings settings,
      InboxCommits commits,
      Entries entries,
      CursorMoves moves,
      ParkedItems parking,
      Resuming resuming) {
    this.settings = settings;
    this.commits = commits;
    this.entries = entries;
    this.moves = moves;
    this.parking = parking;
    this.resuming = resuming;
  }

  /**
   * Handles an event.
   *
   * @param resumes whether the handler can handle any event, and so parked ones, too
   */
  HandleResult handle(
      ReceivedEvent event, EventHandler handler, boolean resumes, Duration timeout) {
    Optional<EventPosition> position =
        settings.mode().hasCursor() ? event.position() : Optional.empty();
    if (position.isPresent()) {
      OrderedEvent ordered = new OrderedEvent(event, aggregate(event), position.get());
      return new Run(ordered, handler, resumes, timeout).handle();
    }
    if (!settings.mode().hasEntries()) {
      throw new UnusableEventException(
          event
              + ": has no sequence, without which this inbox cannot recognise repeats; give its"
              + " aggregate a version with at(version), or use order(guard), which also writes"
              + " entries");
    }
    return unordered(event, handler, timeout);
  }

  private static AggregateKey aggregate(ReceivedEvent event) {
    return event
        .aggregate()
        .orElseThrow(
            () ->
                new UnusableEventException(
                    event + ": has a sequence, but no partitionkey that names its aggregate"));
  }

  private HandleResult unordered(ReceivedEvent event, EventHandler handler, Duration timeout) {
    List<Own> check = List.of(Own.entry(entries.check(event)));
    Optional<Refusal> known =
        isElsewhere(event)
            ? commits.commit(event, check, InboxCommits.NOTHING, timeout)
            : Optional.empty();
    Optional<Refusal> refusal =
        known.isPresent()
            ? known
            : commits.commit(event, List.of(Own.entry(entries.put(event))), handler, timeout);
    if (refusal.isEmpty()) {
      return new Handled(Optional.empty(), false);
    }
    if (refusal.get().isOf(Part.ENTRY)
        || (!refusal.get().isByCondition()
            && commits
                .commit(event, check, InboxCommits.NOTHING, timeout)
                .filter(it -> it.isOf(Part.ENTRY))
                .isPresent())) {
      return new AlreadyHandled(Proof.ENTRY, false);
    }
    throw refusal.get().failure();
  }

  private boolean isElsewhere(ReceivedEvent event) {
    return settings.payloads().isPresent()
        && event.data().<Boolean>fold(text -> false, binary -> false, reference -> true);
  }

  /**
   * A transaction to try.
   *
   * @param result the result if DynamoDB accepts it
   * @param removed where the event was parked, if it no longer is then
   */
  private record Attempt(
      List<Own> own, EventHandler handler, HandleResult result, Optional<Slot> removed) {}

  /**
   * What is parked before an event.
   *
   * @param due whether the turn of a parked event has come, which goes first
   * @param missing what is neither handled nor parked
   * @param own where the event itself is parked
   */
  private record Backlog(boolean due, List<Gap.Missing> missing, Optional<Slot> own) {}

  /** The handling of one event with a position in the order of its aggregate. */
  private final class Run {
    private final OrderedEvent event;
    private final EventHandler handler;
    private final boolean resumes;
    private final Duration timeout;

    /** Why the event itself cannot be handled, if it is its turn. */
    private Optional<RuntimeException> failure = Optional.empty();

    /** Why a parked event whose turn has come is not handled. */
    private Optional<ParkedFailure> parkedFailure = Optional.empty();

    /** Whether the last attempt parks the event. */
    private boolean parks;

    private int left = ATTEMPTS;

    Run(OrderedEvent event, EventHandler handler, boolean resumes, Duration timeout) {
      this.event = event;
      this.handler = handler;
      this.resumes = resumes;
      this.timeout = timeout;
    }

    HandleResult handle() {
      HandleResult result = isElsewhere(event.event()) ? look() : execute(next(Parked.NONE));
      // What it waits for may have been handled just before it was parked.
      if (result.parkedBehind() && resumes && (parkedFailure.isEmpty() || parks)) {
        resume();
      }
      return parkedFailure
          .map(failure -> result.fold(new WithParkedFailure(failure)))
          .orElse(result);
    }

    private void resume() {
      parkedFailure =
          resuming.resume(event.event().source(), event.aggregate(), handler, timeout).failure();
    }

    private HandleResult execute(Attempt attempt) {
      if (attempt.handler() == handler && failure.isPresent()) {
        throw failure.get();
      }
      countAttempt();
      parks = attempt.handler() == InboxCommits.NOTHING;
      Optional<Refusal> refusal =
          commits.commit(event.event(), attempt.own(), attempt.handler(), timeout);
      if (refusal.isPresent()) {
        return refusal.get().isOf(Part.PARKED) && parks ? attempt.result() : after(refusal.get());
      }
      attempt.removed().ifPresent(slot -> parking.deleteRest(event, slot, timeout));
      return attempt.result();
    }

    private void countAttempt() {
      if (left-- == 0) {
        throw new IllegalStateException(
            event.event()
                + ": the cursor of "
                + event.aggregate()
                + " moves backwards; does anything else write to it?");
      }
    }

    /** Finds out where the event stands, without its handler. */
    private HandleResult look() {
      countAttempt();
      List<Own> own = new ArrayList<>();
      if (settings.mode().hasEntries()) {
        own.add(Own.entry(entries.check(event.event())));
      }
      own.add(Own.cursor(moves.check(event)));
      Optional<Refusal> refusal = commits.commit(event.event(), own, InboxCommits.NOTHING, timeout);
      return refusal.isEmpty() ? execute(next(Parked.NONE)) : after(refusal.get());
    }

    private HandleResult after(Refusal refusal) {
      if (refusal.isOf(Part.ENTRY)) {
        // A repeat usually also fails the handler's own conditions.
        boolean parked =
            refusal.item(Part.CURSOR).map(Cursor::of).filter(Cursor::hasParked).isPresent();
        return new AlreadyHandled(Proof.ENTRY, parked);
      }
      Optional<Cursor> cursor = refusal.item(Part.CURSOR).map(Cursor::of);
      if (cursor.isPresent()) {
        return place(cursor.get());
      }
      if (refusal.isOf(Part.PARKED)) {
        // Another call has just handled it.
        return look();
      }
      if (refusal.isByCondition()) {
        throw refusal.failure();
      }
      if (failure.isPresent()) {
        refusal.failure().addSuppressed(failure.get());
        throw refusal.failure();
      }
      failure = Optional.of(refusal.failure());
      return look();
    }

    private HandleResult place(Cursor cursor) {
      Backlog backlog = backlog(cursor);
      if (backlog.due() && resumes && parkedFailure.isEmpty()) {
        resume();
        return look();
      }
      return switch (cursor.placeOf(event.position(), settings.guard())) {
        case NEXT ->
            backlog.due() && settings.guard().onGap() != OnGap.ACCEPT
                ? ahead(cursor, backlog)
                : execute(next(cursor, backlog));
        case AHEAD -> ahead(cursor, backlog);
        case COVERED ->
            backlog.own().isPresent()
                ? new HandleResult.Parked(gap(cursor, backlog))
                : new AlreadyHandled(Proof.CURSOR, cursor.hasParked());
        case BEHIND -> behind(cursor, backlog);
      };
    }

    /** Reads nothing if nothing is parked. */
    private Backlog backlog(Cursor cursor) {
      String next = cursor.expected(settings.guard());
      String received = event.position().sequence();
      boolean due = false;
      List<Gap.Missing> missing = new ArrayList<>();
      Optional<Slot> own = Optional.empty();
      Iterator<Slot> slots =
          cursor.hasParked()
              ? parking.slots(event.event().source(), event.aggregate()).iterator()
              : List.<Slot>of().iterator();
      while (slots.hasNext() && own.isEmpty()) {
        Slot slot = slots.next();
        int place = slot.sequence().compareTo(received);
        if (place > 0) {
          break;
        }
        if (place == 0) {
          own = Optional.of(slot);
        } else {
          due |= cursor.placeOf(slot.position(), settings.guard()) != Cursor.Place.AHEAD;
          next = missing(missing, next, slot.sequence(), slot.position().nextSequence());
        }
      }
      String unused = missing(missing, next, received, received);
      return new Backlog(due, missing, own);
    }

    private static String missing(
        List<Gap.Missing> missing, String next, String place, String after) {
      if (next.compareTo(place) < 0) {
        missing.add(new Gap.Missing(next, place));
      }
      return Collections.max(List.of(next, after));
    }

    private Gap gap(Cursor cursor, Backlog backlog) {
      return new Gap(
          event.aggregate(),
          cursor.expected(settings.guard()),
          event.position(),
          backlog.missing());
    }

    private HandleResult ahead(Cursor cursor, Backlog backlog) {
      Gap gap = gap(cursor, backlog);
      return switch (settings.guard().onGap()) {
        case WAIT -> new Waiting(gap);
        case ACCEPT ->
            execute(handling(moves.over(event, self(backlog)), Optional.of(gap), backlog, false));
        case PARK -> backlog.own().isPresent() ? new HandleResult.Parked(gap) : park(gap, backlog);
      };
    }

    private HandleResult park(Gap gap, Backlog backlog) {
      List<Own> own = new ArrayList<>(parking.put(event, timeout));
      own.add(Own.cursor(backlog.due() ? moves.parkBehindOthers(event) : moves.park(event)));
      return execute(
          new Attempt(own, InboxCommits.NOTHING, new HandleResult.Parked(gap), Optional.empty()));
    }

    private HandleResult behind(Cursor cursor, Backlog backlog) {
      return switch (settings.guard().onLate()) {
        case REPORT ->
            new Late(event.aggregate(), event.position(), cursor.expected(settings.guard()));
        case HANDLE -> execute(late(backlog));
      };
    }

    private Attempt next(Parked parked) {
      return handling(
          moves.next(event, parked),
          Optional.empty(),
          new Backlog(false, List.of(), Optional.empty()),
          false);
    }

    private Attempt next(Cursor cursor, Backlog backlog) {
      return handling(
          moves.next(event, cursor.hasParked() ? self(backlog) : Parked.NONE),
          Optional.empty(),
          backlog,
          cursor.hasParked());
    }

    private static Parked self(Backlog backlog) {
      return backlog.own().isPresent() ? Parked.SELF : Parked.SOME;
    }

    private Attempt handling(
        Update move, Optional<Gap> accepted, Backlog backlog, boolean parkedBehind) {
      List<Own> own = new ArrayList<>();
      if (settings.mode().hasEntries()) {
        own.add(Own.entry(entries.put(event.event())));
      }
      own.add(Own.cursor(move));
      backlog.own().ifPresent(slot -> own.addAll(parking.delete(event, slot)));
      return new Attempt(own, handler, new Handled(accepted, parkedBehind), backlog.own());
    }

    private Attempt late(Backlog backlog) {
      List<Own> own = new ArrayList<>(List.of(Own.entry(entries.put(event.event()))));
      backlog
          .own()
          .ifPresent(
              slot -> {
                own.add(Own.cursor(moves.unpark(event)));
                own.addAll(parking.delete(event, slot));
              });
      return new Attempt(own, handler, new Handled(Optional.empty(), false), backlog.own());
    }
  }
}
