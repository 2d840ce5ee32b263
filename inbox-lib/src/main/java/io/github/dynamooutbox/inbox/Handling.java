package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.inbox.HandleResult.AlreadyHandled;
import io.github.dynamooutbox.inbox.HandleResult.Handled;
import io.github.dynamooutbox.inbox.HandleResult.Proof;
import io.github.dynamooutbox.inbox.InboxCommits.Own;
import io.github.dynamooutbox.inbox.InboxCommits.Part;
import io.github.dynamooutbox.inbox.InboxCommits.Refusal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Handles one event without reading first: it tries the most likely case, and if DynamoDB refuses
 * that, the items returned with the refusal say what to do instead.
 */
final class Handling {
  private final InboxSettings settings;
  private final InboxCommits commits;
  private final Entries entries;
  private final OrderedHandling ordered;

  Handling(InboxSettings settings, InboxCommits commits, Entries entries, OrderedHandling ordered) {
    this.settings = settings;
    this.commits = commits;
    this.entries = entries;
    this.ordered = ordered;
  }

  HandleResult handle(ReceivedEvent event, EventHandler handler, Duration timeout) {
    Optional<EventPosition> position =
        settings.mode().hasCursor() ? event.position() : Optional.empty();
    if (position.isPresent()) {
      return ordered.handle(
          new OrderedEvent(event, aggregate(event), position.get()), handler, timeout);
    }
    if (!settings.mode().hasEntries()) {
      throw new UnusableEventException(
          event
              + ": has no sequence, without which this inbox cannot recognise repeats; give its"
              + " aggregate a version with at(version), or use order(guard), which also writes"
              + " entries");
    }
    return commits
        .commit(event, List.of(Own.entry(entries.put(event))), handler, timeout)
        .map(Handling::repeatOrFailure)
        .orElseGet(() -> new Handled(Optional.empty(), false));
  }

  private static AggregateKey aggregate(ReceivedEvent event) {
    return event
        .aggregate()
        .orElseThrow(
            () ->
                new UnusableEventException(
                    event + ": has a sequence, but no partitionkey that names its aggregate"));
  }

  /** A repeat usually also fails the handler's own conditions, so its entry takes precedence. */
  static HandleResult repeatOrFailure(Refusal refusal) {
    if (refusal.isOf(Part.ENTRY)) {
      boolean parked =
          refusal.item(Part.CURSOR).map(Cursor::of).filter(Cursor::hasParked).isPresent();
      return new AlreadyHandled(Proof.ENTRY, parked);
    }
    throw refusal.failure();
  }
}
