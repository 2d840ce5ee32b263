package io.github.dynamooutbox.relay.internal.circuit;

import io.github.dynamooutbox.relay.internal.call.BestEffortCalls;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.park.queue.SavedMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Saves what a shard remembers in the control table. Writes are made one after the other, so that
 * an older one never comes last; changes that wait are written together. Confined to the relay's
 * event loop.
 */
public final class MemoryStore implements Memory.Store {
  private final Optional<QueueTable> table;
  private final String scope;
  private final BestEffortCalls calls;
  private final RelayObserver observer;

  /** What is to be written after the write in flight, and what to run once it is durable. */
  private SavedMemory.Change waiting = SavedMemory.Change.NONE;

  private List<Runnable> whenDurable = new ArrayList<>();
  private boolean isWriting;
  private Optional<Runnable> whenSaved = Optional.empty();

  /**
   * Creates the store of one shard.
   *
   * @param table empty if nothing is saved
   * @param scope the scope under which it is saved
   */
  public MemoryStore(
      Optional<QueueTable> table, String scope, BestEffortCalls calls, RelayObserver observer) {
    this.table = table;
    this.scope = scope;
    this.calls = calls;
    this.observer = observer;
  }

  @Override
  public void save(SavedMemory.Change change, Runnable durable) {
    if (table.isEmpty()) {
      return;
    }
    waiting = waiting.then(change);
    whenDurable.add(durable);
    if (!isWriting) {
      write(table.get());
    }
  }

  private void write(QueueTable table) {
    SavedMemory.Change change = waiting;
    List<Runnable> durable = whenDurable;
    waiting = SavedMemory.Change.NONE;
    whenDurable = new ArrayList<>();
    isWriting = true;
    calls.call(
        () -> table.save(scope, change),
        () -> {
          durable.forEach(Runnable::run);
          written(table);
        },
        code -> {
          observer.observe(new RelayEvent.Lost("circuit", 0, code));
          written(table);
        });
  }

  private void written(QueueTable table) {
    isWriting = false;
    if (!waiting.isNone()) {
      write(table);
    } else {
      whenSaved.ifPresent(Runnable::run);
    }
  }

  /** Runs the task once nothing is being written any more. */
  public void whenSaved(Runnable then) {
    if (isWriting) {
      whenSaved = Optional.of(then);
    } else {
      then.run();
    }
  }
}
