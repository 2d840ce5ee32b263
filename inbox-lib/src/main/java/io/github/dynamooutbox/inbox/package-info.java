/**
 * The library for consumers that keep their state in DynamoDB: handles each event once, in order.
 *
 * <p>{@link io.github.dynamooutbox.inbox.Inbox} is the entry point. The consumer supplies its own
 * DynamoDB client, and with it the HTTP client, the retries and the credentials.
 */
@NullMarked
package io.github.dynamooutbox.inbox;

import org.jspecify.annotations.NullMarked;
