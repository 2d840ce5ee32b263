package io.github.dynamooutbox.localaws.stub;

/**
 * A message that the stub accepted and could not deliver to a queue.
 *
 * @param reason why, without the message's content
 */
public record FailedDelivery(String queueArn, QueueMessage message, String reason) {}
