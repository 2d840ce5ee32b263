package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.inbox.CursorMoves.Parked;
import io.github.dynamooutbox.inbox.HandleResult.AlreadyHandled;
import io.github.dynamooutbox.inbox.HandleResult.Handled;
import io.github.dynamooutbox.inbox.HandleResult.Late;
import io.github.dynamooutbox.inbox.HandleResult.Proof;
import io.github.dynamooutbox.inbox.HandleResult.Waiting;
import io.github.dynamooutbox.inbox.InboxCommits.Own;
import io.github.dynamooutbox.inbox.InboxCommits.Part;
import io.github.dynamooutbox.inbox.InboxCommits.Refusal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** Handles events with a position in the order of their aggregate. */
final class OrderedHandling {
  /**
   * A cursor only moves forward, and each attempt fits every position of the cursor that the
   * previous one left possible, so there are at most three.
   */
  private static final int ATTEMPTS = 4;

  private final InboxSettings settings;
  private final InboxCommits commits;
  private final Entries entries;
  private final CursorMoves moves;
  private final ParkedItems parking;

  OrderedHandling(
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

  HandleResult handle(OrderedEvent event, EventHandler handler, Duration timeout) {
    return new Run(event, handler, timeout).begin();
  }

  /**
   * A transaction to try.
   *
   * @param result the result if DynamoDB accepts it
   */
  private record Attempt(List<Own> own, EventHandler handler, HandleResult result) {}

  /** The handling of one event. */
  private final class Run {
    private final OrderedEvent event;
    private final EventHandler handler;
    private final Duration timeout;

    Run(OrderedEvent event, EventHandler handler, Duration timeout) {
      this.event = event;
      this.handler = handler;
      this.timeout = timeout;
    }

    HandleResult begin() {
      return execute(next(Parked.NONE), ATTEMPTS);
    }

    private HandleResult execute(Attempt attempt, int left) {
      if (left == 0) {
        throw new IllegalStateException(
            event.event()
                + ": the cursor of "
                + event.aggregate()
                + " moves backwards; does anything else write to it?");
      }
      Optional<Refusal> refusal =
          commits.commit(event.event(), attempt.own(), attempt.handler(), timeout);
      return refusal.isEmpty() ? attempt.result() : after(refusal.get(), attempt, left - 1);
    }

    private HandleResult after(Refusal refusal, Attempt attempt, int left) {
      if (refusal.isOf(Part.PARKED)) {
        return attempt.result();
      }
      if (refusal.isOf(Part.ENTRY) || !refusal.isOf(Part.CURSOR)) {
        return Handling.repeatOrFailure(refusal);
      }
      Cursor cursor = Cursor.of(refusal.item(Part.CURSOR).orElseThrow());
      return switch (cursor.placeOf(event.position(), settings.guard())) {
        case NEXT -> execute(next(Parked.SOME), left);
        case AHEAD -> ahead(cursor, left);
        case COVERED -> new AlreadyHandled(Proof.CURSOR, cursor.hasParked());
        case BEHIND -> behind(cursor, left);
      };
    }

    private HandleResult ahead(Cursor cursor, int left) {
      Gap gap = new Gap(event.aggregate(), cursor.expected(settings.guard()), event.position());
      return switch (settings.guard().onGap()) {
        case WAIT -> new Waiting(gap);
        case ACCEPT -> execute(over(gap), left);
        case PARK -> execute(park(gap), left);
      };
    }

    private HandleResult behind(Cursor cursor, int left) {
      return switch (settings.guard().onLate()) {
        case REPORT ->
            new Late(event.aggregate(), event.position(), cursor.expected(settings.guard()));
        case HANDLE -> execute(late(), left);
      };
    }

    private Attempt next(Parked parked) {
      return handling(moves.next(event, parked), Optional.empty(), parked == Parked.SOME);
    }

    private Attempt over(Gap gap) {
      return handling(moves.over(event), Optional.of(gap), false);
    }

    private Attempt handling(Update move, Optional<Gap> accepted, boolean parkedBehind) {
      List<Own> own = new ArrayList<>();
      if (settings.mode().hasEntries()) {
        own.add(Own.entry(entries.put(event.event())));
      }
      own.add(Own.cursor(move));
      return new Attempt(own, handler, new Handled(accepted, parkedBehind));
    }

    private Attempt park(Gap gap) {
      return new Attempt(
          List.of(Own.parked(parking.put(event)), Own.cursor(moves.park(event))),
          InboxCommits.NOTHING,
          new HandleResult.Parked(gap));
    }

    private Attempt late() {
      return new Attempt(
          List.of(Own.entry(entries.put(event.event()))),
          handler,
          new Handled(Optional.empty(), false));
    }
  }
}
