package io.github.dynamooutbox.localaws.stub;

import java.util.List;

/**
 * The way from the stub to the queues that subscribe to topics and that rules point to.
 *
 * <p>It is called for one queue by one thread at a time, with messages in order of their
 * acceptance, and for several queues at once.
 */
@FunctionalInterface
public interface QueueDelivery {

  /**
   * Hands messages to a queue, in order.
   *
   * @param queueArn the queue; only its last part, the name, need count
   * @param messages between 1 and 10
   * @return those that the queue did not take and that are worth another attempt, in order
   * @throws RuntimeException if none was taken; the stub tries again a few times
   */
  List<QueueMessage> deliver(String queueArn, List<QueueMessage> messages);
}
