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
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * The single steps from which appending to queues and redriving them are made. Each is atomic, or
 * may be repeated with the same arguments without another effect than having done it once, except
 * where it says otherwise; reads are consistent. A state that a step returns is the one that it has
 * found, or set. Thread-safe; a stage that completes exceptionally means that nothing is known.
 */
public interface QueueTable {
  /** See {@link ParkingQueues#view}. */
  CompletionStage<ParkedView> view(String scope, Collection<LaneKey> lanes);

  /** See {@link ParkingQueues#saveCircuit}. */
  CompletionStage<Void> saveCircuit(String scope, String target, Optional<SavedCircuit> circuit);

  /** See {@link ParkingQueues#saveFailing}. */
  CompletionStage<Void> saveFailing(
      String scope, Map<String, SavedFailing> failing, Set<String> over);

  /** See {@link ParkingQueues#saveLateness}. */
  CompletionStage<Void> saveLateness(String scope, Optional<SavedLateness> late);

  CompletionStage<QueueState> state(QueueName queue);

  // Appending.

  /**
   * Holds a queue that is absent, and shows that in every view from now on. Any other is left as it
   * is.
   *
   * @param last the number after which the next append is numbered
   */
  CompletionStage<Void> hold(QueueName queue, long last, Instant now);

  /** Hands out the next number of a queue that is held: higher than any before. */
  CompletionStage<QueueState> reserve(QueueName queue);

  /**
   * Stores events under a number that was reserved for them. Fails with {@link UnparkableException}
   * if one of them can never be stored.
   */
  CompletionStage<Void> put(QueueName queue, long number, List<ParkedEvent> events);

  /**
   * If the queue is held: counts what was stored, and sees to it that numbers handed out later are
   * higher. A repeat counts again.
   */
  CompletionStage<QueueState> confirm(
      QueueName queue, long number, Map<ParkReason, Integer> counts);

  /** Sets a queue back to held, if it is being closed by this attempt. */
  CompletionStage<QueueState> reopen(QueueName queue, String by);

  // Redriving.

  /** The queues of a part that are held or being closed. */
  CompletionStage<List<QueueSummary>> queues(int part);

  /**
   * Some of the queues of a part that are held or being closed, in an order that stays: fewer than
   * so many only at the end.
   *
   * @param after only those behind this one, which need not be held any more; empty: from the first
   * @param max how many at most
   */
  CompletionStage<List<QueueSummary>> queues(int part, Optional<QueueName> after, int max);

  /**
   * Segments of a queue, in order.
   *
   * @param after only those behind this one; empty: from the first
   * @param upTo no segment with a higher number; empty: any
   * @param max how many at most
   */
  CompletionStage<List<Segment>> read(
      QueueName queue, Optional<Segment> after, OptionalLong upTo, int max);

  /**
   * Takes segments out and counts less; those that are not there are left. A repeat counts less
   * again.
   *
   * @param oldest no event that is left was parked before; empty: unknown
   */
  CompletionStage<Void> remove(QueueName queue, List<Segment> segments, Optional<Instant> oldest);

  /**
   * Keeps only these of a segment's events, with the reasons that they have now, if the segment is
   * still there; and counts what has changed with that.
   */
  CompletionStage<Void> replace(Segment segment, List<ParkedEvent> left);

  /** Begins to close a queue that is held. */
  CompletionStage<QueueState> close(QueueName queue, QueueState.Closing closing);

  /** Releases a queue that is being closed by this attempt: from now on no view shows it. */
  CompletionStage<QueueState> release(QueueName queue, String by);

  /**
   * Takes the lease of a part, if nobody else has it, or renews it.
   *
   * @param owner tells this redrive from others
   * @return completes with who has it now, and until when
   */
  CompletionStage<Lease> lease(int part, String owner, Instant now, Instant until);

  /** Gives the lease of a part back, if this redrive has it. */
  CompletionStage<Void> giveBack(int part, String owner);

  /**
   * Who redrives a part.
   *
   * @param until whoever has it sends nothing after this, and somebody else may take it
   */
  record Lease(String owner, Instant until) {}
}
