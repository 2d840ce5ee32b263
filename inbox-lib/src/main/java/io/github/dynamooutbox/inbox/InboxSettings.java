package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.writer.Outbox;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The complete settings of an inbox.
 *
 * @param guard used only if the mode has a cursor
 * @param raisesEvents whether handlers can raise events: the consumer has set an outbox
 */
record InboxSettings(
    DynamoDbClient client,
    Outbox outbox,
    boolean raisesEvents,
    String table,
    String consumer,
    OutboxSchema schema,
    Mode mode,
    OrderGuard guard,
    Duration retention,
    Duration timeout,
    InstantSource clock,
    Optional<LargePayloadReader> payloads) {}
