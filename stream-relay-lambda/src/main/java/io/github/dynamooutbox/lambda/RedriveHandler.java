package io.github.dynamooutbox.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.github.dynamooutbox.aws.RelayConfigSource;
import io.github.dynamooutbox.lambda.internal.BlockedLanes;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import software.amazon.lambda.powertools.logging.PowertoolsLogging;

/**
 * Publishes what was parked because its target kept failing, once the target answers again. A
 * function that a schedule invokes, for example every minute; the input is ignored, the output says
 * what was done. Configured like {@link StreamRelayHandler}, with a control table.
 */
public final class RedriveHandler implements RequestStreamHandler {
  private final BlockedLanes lanes;

  /**
   * Reads the configuration and builds the clients.
   *
   * @throws io.github.dynamooutbox.aws.ConfigException if it is wrong or names no control table
   */
  public RedriveHandler() {
    lanes = BlockedLanes.open(RelayConfigSource.fromEnvironment(System.getenv()));
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    String summary =
        PowertoolsLogging.withLogging(
            context, () -> lanes.redrive(Duration.ofMillis(context.getRemainingTimeInMillis())));
    output.write(summary.getBytes(StandardCharsets.UTF_8));
  }
}
