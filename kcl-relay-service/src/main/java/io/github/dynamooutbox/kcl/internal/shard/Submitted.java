package io.github.dynamooutbox.kcl.internal.shard;

import io.github.dynamooutbox.aws.follow.StreamRecords;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.Record;

/**
 * The submitted records that progress has not passed yet, in stream order.
 *
 * <p>Submitting and querying exclude each other: only while nothing is being submitted can finished
 * records be distinguished from records that the relay does not know yet. Thread-safe.
 */
final class Submitted {
  private record Entry(StreamPosition position, Instant created) {}

  private final ShardRelay relay;
  private final Optional<StreamPosition> known;
  private final Deque<Entry> entries = new ArrayDeque<>();
  private @Nullable StreamPosition last;
  private @Nullable StreamPosition lastBefore;
  private Optional<StreamPosition> passed = Optional.empty();

  /**
   * @param known up to where this worker finished the shard before it lost it
   */
  Submitted(ShardRelay relay, Optional<StreamPosition> known) {
    this.relay = relay;
    this.known = known;
  }

  /** Submits records to the relay; completes when it has room for more. */
  synchronized CompletionStage<Void> submit(List<Record> records) {
    List<StreamRecord> changes = StreamRecords.of(records);
    CompletionStage<Void> room = relay.submit(changes.stream().filter(this::isNew).toList());
    for (int i = 0; i < changes.size(); i++) {
      StreamPosition position = changes.get(i).position();
      if (last == null || position.compareTo(last) > 0) {
        entries.addLast(
            new Entry(position, records.get(i).dynamodb().approximateCreationDateTime()));
        last = position;
      }
    }
    return room;
  }

  private boolean isNew(StreamRecord record) {
    return known.filter(position -> record.position().compareTo(position) <= 0).isEmpty();
  }

  /** The highest position below which everything is finished; empty if there is none yet. */
  synchronized Optional<StreamPosition> passable() {
    Optional<StreamPosition> unfinished = relay.firstUnfinished();
    while (!entries.isEmpty() && isFinished(entries.getFirst(), unfinished)) {
      passed = Optional.of(entries.removeFirst().position());
    }
    return passed;
  }

  private static boolean isFinished(Entry entry, Optional<StreamPosition> unfinished) {
    return unfinished.map(position -> entry.position().compareTo(position) < 0).orElse(true);
  }

  /** Whether the first unfinished record was submitted before the last call of this method. */
  synchronized boolean isHeldUp() {
    StreamPosition before = lastBefore;
    lastBefore = last;
    return before != null
        && relay.firstUnfinished().filter(first -> first.compareTo(before) <= 0).isPresent();
  }

  /** How many records progress has not passed yet, with or without events. */
  synchronized int waiting() {
    passable();
    return entries.size();
  }

  /** When the first unfinished record was committed, by the stream's clock. */
  synchronized Optional<Instant> oldest() {
    passable();
    return Optional.ofNullable(entries.peekFirst()).map(Entry::created);
  }
}
