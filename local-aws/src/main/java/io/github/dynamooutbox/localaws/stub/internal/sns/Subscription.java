package io.github.dynamooutbox.localaws.stub.internal.sns;

/**
 * A queue that gets a topic's messages.
 *
 * @param raw whether it gets the bare message, with its attributes
 */
record Subscription(String arn, String queueArn, boolean raw) {}
