package io.github.dynamooutbox.relay.internal.queue;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.UnparkableException;
import io.github.dynamooutbox.relay.park.queue.Appended;
import io.github.dynamooutbox.relay.park.queue.ParkedView;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * The queues of parked events as a relay sees them. Thread-safe; if a stage completes
 * exceptionally, the outcome is unknown, and the call may be repeated with the same arguments: at
 * worst an event is then in its queue twice, one copy behind the other.
 */
public interface ParkingQueues {
  /**
   * Reads consistently what has to be known before a batch is published.
   *
   * @see QueueTable#view
   */
  CompletionStage<ParkedView> view(String scope, Collection<LaneKey> lanes);

  /**
   * Appends events in this order. Waits while a redrive closes the queue, for at most 10 seconds.
   *
   * @param events at least one, of lanes that belong to the queue; those of a lane directly follow
   *     what was appended of it before
   * @param hold whether to hold the queue if it is not held; otherwise it is left alone
   * @return {@link Appended#RELEASED} only where {@code hold} is false. Fails with {@link
   *     UnparkableException} if an event can never be stored; then none of them is parked
   */
  CompletionStage<Appended> append(QueueName queue, List<ParkedEvent> events, boolean hold);
}
