package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.UnparkableException;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;

/**
 * The queues of parked events as a relay sees them. Thread-safe; a stage that completes
 * exceptionally means that nothing is known, and the call may be repeated with the same arguments:
 * the worst is that an event is in its queue twice, one behind the other.
 */
public interface ParkingQueues {
  /**
   * What a batch has to know, read consistently.
   *
   * @param scope whose circuits: a shard's name, or one name for all where shards are not known
   * @param lanes the lanes that the batch meets
   */
  CompletionStage<ParkedView> view(String scope, Collection<LaneKey> lanes);

  /**
   * Appends events in this order. While a redrive closes the queue, this waits, 10 seconds at most.
   *
   * @param events not empty; of lanes that belong to the queue, and of each lane only the next ones
   *     after what was appended before
   * @param hold whether the queue is to be held, if it is not; if not, it is left alone
   * @return {@link Appended#RELEASED} only where {@code hold} is false. Fails with {@link
   *     UnparkableException} if an event can never be stored; then none of them is parked
   */
  CompletionStage<Appended> append(QueueName queue, List<ParkedEvent> events, boolean hold);

  /**
   * Keeps a target's circuit for the next run.
   *
   * @param circuit empty: it is closed
   */
  CompletionStage<Void> saveCircuit(String scope, String target, Optional<SavedCircuit> circuit);

  /**
   * Keeps for the next run which events fail. Others of the scope are left as they are.
   *
   * @param failing by a name of at most 12 letters; at most 50
   * @param over names of those that fail no more
   */
  CompletionStage<Void> saveFailing(
      String scope, Map<String, SavedFailing> failing, Set<String> over);

  /**
   * Keeps how late a shard is for the next run.
   *
   * @param late empty: it is not late any more
   */
  CompletionStage<Void> saveLateness(String scope, Optional<SavedLateness> late);
}
