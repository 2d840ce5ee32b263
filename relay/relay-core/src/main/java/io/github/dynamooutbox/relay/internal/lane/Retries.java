package io.github.dynamooutbox.relay.internal.lane;

import io.github.dynamooutbox.relay.internal.lane.ReadyQueue.Waiting;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.publish.Entry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Entries that wait for their next attempt. What failed together waits together, so that retried
 * requests are full again.
 */
final class Retries<E extends Entry> {
  private final EventLoop loop;
  private final Set<Group> groups = new LinkedHashSet<>();

  Retries(EventLoop loop) {
    this.loop = loop;
  }

  void add(List<Waiting<E>> entries, Duration delay, Consumer<List<Waiting<E>>> due) {
    groups.add(new Group(entries, delay, due));
  }

  void removeIf(Predicate<Delivery> selected) {
    groups.forEach(group -> group.entries.removeIf(entry -> selected.test(entry.delivery())));
  }

  /** Removes and returns everything that waits, due or not. */
  List<Waiting<E>> takeAll() {
    List<Waiting<E>> waiting = new ArrayList<>();
    groups.forEach(group -> waiting.addAll(group.entries));
    cancel();
    return waiting;
  }

  void cancel() {
    groups.forEach(group -> group.timer.cancel());
    groups.clear();
  }

  private final class Group {
    private final List<Waiting<E>> entries;
    private final EventLoop.Timer timer;

    private Group(List<Waiting<E>> entries, Duration delay, Consumer<List<Waiting<E>>> due) {
      this.entries = new ArrayList<>(entries);
      timer =
          loop.schedule(
              delay,
              () -> {
                if (groups.remove(this)) {
                  due.accept(this.entries);
                }
              });
    }
  }
}
