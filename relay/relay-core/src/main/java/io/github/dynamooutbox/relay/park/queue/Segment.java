package io.github.dynamooutbox.relay.park.queue;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import java.util.List;

/**
 * Several parked events that are stored as one item. The segments of a queue are ordered by number,
 * and those of one append by {@code index}. A number may belong to two appends, if the queue was
 * released and held again between them; then their lanes differ.
 *
 * @param number the number of the append that stored it
 * @param append distinguishes this append from others of the same number; the same for the same
 *     events
 * @param index its place in that append
 * @param events in order, not empty
 */
public record Segment(
    QueueName queue, long number, String append, int index, List<ParkedEvent> events) {
  public Segment {
    events = List.copyOf(events);
  }
}
