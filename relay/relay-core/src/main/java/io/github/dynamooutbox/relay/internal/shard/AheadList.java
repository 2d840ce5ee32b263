package io.github.dynamooutbox.relay.internal.shard;

import io.github.dynamooutbox.relay.internal.call.BestEffortCalls;
import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.progress.FinishedAheadStore;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * What this run has finished behind its first unfinished position, for the run that continues from
 * there, and what earlier runs left for this one. What they left may concern records that this run
 * does not receive, of this shard or of others; it stays in the store and is not saved again, or
 * each list would make the next one longer. Confined to the relay's event loop.
 */
final class AheadList {
  private final Optional<FinishedAheadStore> store;
  private final Progress progress;
  private final BestEffortCalls bestEffort;
  private final RelayObserver observer;

  /** Finished ahead, and not in the store yet. */
  private final List<FinishedDelivery> unsaved = new ArrayList<>();

  private boolean isAdding;
  private boolean isLoaded;

  AheadList(
      Optional<FinishedAheadStore> store,
      Progress progress,
      BestEffortCalls bestEffort,
      RelayObserver observer) {
    this.store = store;
    this.progress = progress;
    this.bestEffort = bestEffort;
    this.observer = observer;
  }

  /**
   * Reads once, before the first batch, what earlier runs have finished from there on.
   *
   * @param from where the batch begins; empty if it has no new record
   */
  void load(
      Optional<StreamPosition> from, RequiredCalls calls, Consumer<Set<FinishedDelivery>> then) {
    if (isLoaded || store.isEmpty() || from.isEmpty()) {
      then.accept(Set.of());
      return;
    }
    calls.repeat(
        "read what is finished ahead",
        () -> store.get().load(from.get()),
        found -> {
          isLoaded = true;
          then.accept(found);
        });
  }

  /**
   * Adds what was finished since the last call and is still ahead, so that it is not published
   * again if this run dies. What could not be added is added by the next call.
   */
  void addNew(Optional<StreamPosition> firstUnfinished) {
    if (firstUnfinished.isEmpty() || store.isEmpty() || isAdding) {
      return;
    }
    StreamPosition from = firstUnfinished.get();
    unsaved.addAll(progress.newlyAhead());
    unsaved.removeIf(delivery -> delivery.position().compareTo(from) < 0);
    if (unsaved.isEmpty()) {
      return;
    }
    List<FinishedDelivery> news = List.copyOf(unsaved);
    unsaved.clear();
    isAdding = true;
    bestEffort.call(
        () -> store.get().add(from, news),
        () -> isAdding = false,
        code -> {
          isAdding = false;
          unsaved.addAll(news);
          observer.observe(new RelayEvent.ControlFailed("add to what is finished ahead", code, ""));
        });
  }

  /** Whether nothing is left to be read. */
  boolean isLoaded() {
    return isLoaded || store.isEmpty();
  }

  /** Saves what is finished of the rest, if anything is, then continues in any case. */
  void save(Progress.Rest rest, Runnable then) {
    last(rest.from(), rest.finished(), FinishedAheadStore::save, then);
  }

  /** Adds what was finished of the rest since then, then continues in any case. */
  void addNews(Progress.Rest rest, Runnable then) {
    last(rest.from(), rest.news(), FinishedAheadStore::add, then);
  }

  /** What fails is lost: there is no next call. */
  private void last(
      Optional<StreamPosition> from, List<FinishedDelivery> list, Save save, Runnable then) {
    if (from.isEmpty() || store.isEmpty() || list.isEmpty()) {
      then.run();
      return;
    }
    bestEffort.call(
        () -> save.to(store.get(), from.get(), list),
        then,
        code -> {
          observer.observe(new RelayEvent.Lost("finished-ahead list", list.size(), code));
          then.run();
        });
  }

  /** One of the two ways to save. */
  private interface Save {
    CompletionStage<Void> to(
        FinishedAheadStore store, StreamPosition from, List<FinishedDelivery> list);
  }
}
