package io.github.dynamooutbox.localaws.stub;

import java.util.List;

/**
 * Delivers to the queues that subscribe to topics or are targets of rules.
 *
 * <p>For each queue it is called by one thread at a time, with messages in order of acceptance;
 * calls for different queues run concurrently.
 */
@FunctionalInterface
public interface QueueDelivery {

  /**
   * Delivers messages to a queue, in order.
   *
   * @param queueArn the queue; implementations may use the name only
   * @param messages between 1 and 10
   * @return the messages that the queue did not accept and that are worth a retry, in order
   * @throws RuntimeException if none was accepted; the stub retries a few times
   */
  List<QueueMessage> deliver(String queueArn, List<QueueMessage> messages);
}
