/**
 * The library for services: adds outbox records to a DynamoDB transaction and commits it.
 *
 * <p>{@link io.github.dynamooutbox.writer.Outbox} and {@link
 * io.github.dynamooutbox.writer.AsyncOutbox} are the entry points. The service supplies its own
 * DynamoDB client, and with it the HTTP client, the retries and the credentials.
 */
@NullMarked
package io.github.dynamooutbox.writer;

import org.jspecify.annotations.NullMarked;
