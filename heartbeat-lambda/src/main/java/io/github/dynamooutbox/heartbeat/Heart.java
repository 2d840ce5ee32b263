package io.github.dynamooutbox.heartbeat;

import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Commits heartbeats: each is a separate record, in one partition for each table, with the shortest
 * possible retention. Thread-safe.
 */
final class Heart {
  private static final String SOURCE = "/dynamo-outbox/heartbeat";

  private final Outbox outbox;
  private final Aggregate aggregate;

  Heart(DynamoDbClient dynamoDb, HeartbeatTable table) {
    outbox =
        Outbox.builder(dynamoDb)
            .table(table.name())
            .schema(table.schema())
            .source(SOURCE)
            .retention(FormatLimits.MIN_RETENTION)
            .build();
    aggregate = Aggregate.heartbeat(table.name());
  }

  /**
   * Commits a heartbeat.
   *
   * @throws RuntimeException if it fails after the writer's retries
   */
  void beat() {
    outbox.transaction().events(aggregate, Event.withoutPayload("Heartbeat")).commit();
  }
}
