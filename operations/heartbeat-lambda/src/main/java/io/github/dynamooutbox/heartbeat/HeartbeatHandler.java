package io.github.dynamooutbox.heartbeat;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.io.InputStream;
import java.io.OutputStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A Lambda function that commits one heartbeat at each invocation, whatever the input. Each is a
 * record of its own, in one partition for each table, with the shortest possible retention.
 *
 * <p>The environment variable {@code OUTBOX_CONFIG} contains the relay's configuration; only its
 * section {@code table} is read. The function needs the permission {@code dynamodb:PutItem} on the
 * table, for the single partition {@code <prefix>outbox.heartbeat#<table>}.
 */
public final class HeartbeatHandler implements RequestStreamHandler {
  private static final String SOURCE = "/dynamo-outbox/heartbeat";

  private final Outbox outbox;
  private final Aggregate aggregate;

  /**
   * Reads the configuration and builds the client.
   *
   * @throws IllegalArgumentException if the configuration has no table
   */
  public HeartbeatHandler() {
    HeartbeatTable table = HeartbeatTable.of(System.getenv().getOrDefault("OUTBOX_CONFIG", ""));
    outbox =
        Outbox.builder(DynamoDbClient.create())
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
   * @throws RuntimeException if the commit fails after the writer's retries: the invocation then
   *     fails visibly
   */
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context) {
    outbox.transaction().events(aggregate, Event.withoutPayload("Heartbeat")).commit();
  }
}
