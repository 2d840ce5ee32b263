package io.github.dynamooutbox.heartbeat;

import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Beats: each beat is a record of its own, in one partition per table, that lives as shortly as a
 * record can. Thread-safe.
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
   * @throws RuntimeException if that failed, after the writer's retries
   */
  void beat() {
    outbox.transaction().events(aggregate, Event.of("Heartbeat", Map.of())).commit();
  }
}
