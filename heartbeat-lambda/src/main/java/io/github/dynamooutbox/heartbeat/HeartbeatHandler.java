package io.github.dynamooutbox.heartbeat;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.InputStream;
import java.io.OutputStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A Lambda function that commits one heartbeat each time it is invoked, whatever the input is.
 *
 * <p>The environment variable {@code OUTBOX_CONFIG} contains the relay's configuration; only its
 * section {@code table} is read. The function needs the permission {@code dynamodb:PutItem} on the
 * table, for the single partition {@code <prefix>outbox.heartbeat#<table>}.
 */
public final class HeartbeatHandler implements RequestStreamHandler {
  private final Heart heart;

  /**
   * Reads the configuration and builds the client.
   *
   * @throws IllegalArgumentException if the configuration has no table
   */
  public HeartbeatHandler() {
    heart =
        new Heart(
            DynamoDbClient.create(),
            HeartbeatTable.of(System.getenv().getOrDefault("OUTBOX_CONFIG", "")));
  }

  /**
   * @throws RuntimeException if nothing was committed: the invocation then fails visibly
   */
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context) {
    heart.beat();
  }
}
