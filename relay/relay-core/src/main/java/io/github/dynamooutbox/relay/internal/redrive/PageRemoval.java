package io.github.dynamooutbox.relay.internal.redrive;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.Segment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Removes what is done of a page, and keeps what is left. Confined to the event loop. */
final class PageRemoval {
  private record Shortened(Segment segment, List<ParkedEvent> left) {}

  private final QueueDrain.Context context;
  private final QueueName queue;
  private final List<Segment> gone = new ArrayList<>();
  private final List<Shortened> changed = new ArrayList<>();
  private Optional<Instant> oldest = Optional.empty();
  private boolean isStuck;

  /**
   * Decides what to remove.
   *
   * @param page at least one segment
   * @param left the events to keep, for each segment of the page
   */
  PageRemoval(
      QueueDrain.Context context,
      QueueName queue,
      List<Segment> page,
      List<List<ParkedEvent>> left) {
    this.context = context;
    this.queue = queue;
    for (int i = 0; i < page.size(); i++) {
      Segment segment = page.get(i);
      if (left.get(i).isEmpty()) {
        gone.add(segment);
        continue;
      }
      isStuck = true;
      oldest = oldest.or(() -> parkedFirst(segment.events()));
      if (!left.get(i).equals(segment.events())) {
        changed.add(new Shortened(segment, left.get(i)));
      }
    }
    if (oldest.isEmpty()) {
      oldest = parkedLast(page.get(page.size() - 1).events());
    }
  }

  void start(Runnable then, Consumer<Drained> stopped) {
    Runnable end = () -> end(then, stopped);
    if (gone.isEmpty()) {
      replaceFrom(0, end);
      return;
    }
    context
        .calls()
        .repeat(
            "remove published events",
            () -> context.table().remove(queue, gone, oldest),
            removed -> replaceFrom(0, end));
  }

  private void replaceFrom(int index, Runnable end) {
    if (index == changed.size()) {
      end.run();
      return;
    }
    Shortened next = changed.get(index);
    context
        .calls()
        .repeat(
            "keep unpublished events",
            () -> context.table().replace(next.segment(), next.left()),
            replaced -> replaceFrom(index + 1, end));
  }

  private void end(Runnable then, Consumer<Drained> stopped) {
    if (isStuck) {
      stopped.accept(context.goOn().getAsBoolean() ? Drained.STUCK : Drained.INTERRUPTED);
    } else {
      then.run();
    }
  }

  private static Optional<Instant> parkedFirst(List<ParkedEvent> events) {
    return events.stream().map(event -> event.attempts().last()).min(Comparator.naturalOrder());
  }

  private static Optional<Instant> parkedLast(List<ParkedEvent> events) {
    return events.stream().map(event -> event.attempts().last()).max(Comparator.naturalOrder());
  }
}
