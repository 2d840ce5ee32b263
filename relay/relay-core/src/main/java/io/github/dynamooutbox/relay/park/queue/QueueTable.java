package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.UnparkableException;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;

/**
 * The single steps of which appending to queues and redriving them consist. Each is atomic, or
 * idempotent if repeated with the same arguments, unless it says otherwise; reads are consistent. A
 * state that a step returns is the one that it found or set. Thread-safe; if a stage completes
 * exceptionally, the outcome is unknown.
 */
public interface QueueTable {
  /**
   * Reads what has to be known before a batch is published.
   *
   * @param scope where memories are saved: a shard's name, or one name for all where shards are
   *     unknown
   * @param lanes the lanes of the batch
   */
  CompletionStage<ParkedView> view(String scope, Collection<LaneKey> lanes);

  /** Saves for the next run of a scope what has changed of its memory. */
  CompletionStage<Void> save(String scope, SavedMemory.Change change);

  CompletionStage<QueueState> state(QueueName queue);

  // Appending.

  /**
   * Holds a queue that is absent, which every view shows from now on. Leaves any other queue as it
   * is.
   *
   * @param last the number that precedes that of the next append
   * @return whether this call has held it. Then {@code last} belongs to the caller, if it is above
   *     0: no other append gets it
   */
  CompletionStage<Boolean> hold(QueueName queue, long last, Instant now);

  /** Hands out the next number of a queue that is held, which is higher than any before. */
  CompletionStage<QueueState> reserve(QueueName queue);

  /**
   * Stores events under a number that was reserved for them. Fails with {@link UnparkableException}
   * if one of them can never be stored.
   */
  CompletionStage<Void> put(QueueName queue, long number, List<ParkedEvent> events);

  /**
   * If the queue is held: counts what was stored, and ensures that numbers handed out later are
   * higher. Repeating it counts again.
   */
  CompletionStage<QueueState> confirm(
      QueueName queue, long number, Map<ParkReason, Integer> counts);

  /** Sets a queue back to held, if it is being closed by this attempt. */
  CompletionStage<QueueState> reopen(QueueName queue, String by);

  // Redriving.

  /**
   * Shows in every view that a redrive has published something to a target.
   *
   * @param mark distinguishes this from every earlier call
   */
  CompletionStage<Void> served(String target, String mark);

  /** The queues of a part that are held or being closed. */
  CompletionStage<List<QueueSummary>> queues(int part);

  /**
   * A page of the queues of a part that are held or being closed, in a stable order; only the last
   * page has fewer than {@code max}.
   *
   * @param after only queues behind this one, which need not be held any more; empty to start from
   *     the first
   * @param max how many at most
   */
  CompletionStage<List<QueueSummary>> queues(int part, Optional<QueueName> after, int max);

  /**
   * Reads segments of a queue, in order; if there are fewer than {@code max}, they are the last.
   *
   * @param after only segments behind this one; empty to start from the first
   * @param upTo no segment with a higher number; empty for no limit
   * @param max how many at most
   */
  CompletionStage<List<Segment>> read(
      QueueName queue, Optional<Segment> after, OptionalLong upTo, int max);

  /**
   * Removes segments and reduces the counts; ignores those that are not there. Repeating it reduces
   * the counts again.
   *
   * @param oldest no remaining event was parked before this; empty if unknown
   */
  CompletionStage<Void> remove(QueueName queue, List<Segment> segments, Optional<Instant> oldest);

  /**
   * Keeps only these of a segment's events, with their present reasons, if the segment is still
   * there, and adjusts the counts.
   */
  CompletionStage<Void> replace(Segment segment, List<ParkedEvent> left);

  /** Starts to close a queue that is held. */
  CompletionStage<QueueState> close(QueueName queue, QueueState.Closing closing);

  /** Releases a queue that is being closed by this attempt: from now on no view shows it. */
  CompletionStage<QueueState> release(QueueName queue, String by);

  /**
   * Takes the lease of a part, unless another owner has it, or renews it.
   *
   * @param owner distinguishes this redrive from others
   * @return completes with the present owner, and until when it has the lease
   */
  CompletionStage<Lease> lease(int part, String owner, Instant now, Instant until);

  /** Gives the lease of a part back, if this redrive has it. */
  CompletionStage<Void> giveBack(int part, String owner);

  /**
   * The lease of a part, which allows one redrive to work on it.
   *
   * @param until the owner sends nothing after this, and another one may take the lease
   */
  record Lease(String owner, Instant until) {}
}
