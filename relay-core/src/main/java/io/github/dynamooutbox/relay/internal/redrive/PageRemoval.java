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

/** Takes out what of a page is done, and keeps what is left. Belongs to the loop. */
final class PageRemoval {
  private record Rest(Segment segment, List<ParkedEvent> left) {}

  private final QueueDrain.Context context;
  private final QueueName queue;
  private final List<Segment> gone = new ArrayList<>();
  private final List<Rest> changed = new ArrayList<>();
  private Optional<Instant> oldest = Optional.empty();
  private boolean isStuck;

  /**
   * What is to be taken out.
   *
   * @param left of each segment of the page, what is to be kept
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
        changed.add(new Rest(segment, left.get(i)));
      }
    }
    if (oldest.isEmpty() && !page.isEmpty()) {
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
            "take out what is published",
            () -> context.table().remove(queue, gone, oldest),
            removed -> replaceFrom(0, end));
  }

  private void replaceFrom(int index, Runnable end) {
    if (index == changed.size()) {
      end.run();
      return;
    }
    Rest rest = changed.get(index);
    context
        .calls()
        .repeat(
            "keep what is not published",
            () -> context.table().replace(rest.segment(), rest.left()),
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
