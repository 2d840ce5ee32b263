package io.github.dynamooutbox.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.github.dynamooutbox.aws.RelayConfigSource;
import io.github.dynamooutbox.lambda.internal.OwnRedrive;
import io.github.dynamooutbox.lambda.internal.RedriveRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import software.amazon.lambda.powertools.logging.PowertoolsLogging;

/**
 * Publishes what is parked, lane by lane and in order, and opens the lanes again. Configured like
 * {@link StreamRelayHandler}, with a control table. The output says what was done.
 *
 * <p>On a schedule, for example every minute, it publishes what was parked because its target kept
 * failing, once the target answers again. What was parked for another reason waits until an
 * operator has mended the cause and invokes the function with the reasons:
 *
 * <pre>{@code {"reasons": ["REJECTED", "UNROUTABLE"]}}</pre>
 *
 * <p>Any other field of the input is ignored, so that a schedule may send what it likes.
 */
public final class RedriveHandler implements RequestStreamHandler {
  private final OwnRedrive redrive;

  /**
   * Reads the configuration and builds the clients.
   *
   * @throws io.github.dynamooutbox.aws.ConfigException if it is wrong or names no control table
   */
  public RedriveHandler() {
    redrive = OwnRedrive.open(RelayConfigSource.fromEnvironment(System.getenv()));
  }

  /**
   * @throws IllegalArgumentException if the input's reasons are not reasons for a closed lane
   */
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    RedriveRequest request = RedriveRequest.read(input);
    String summary =
        PowertoolsLogging.withLogging(
            context,
            () -> redrive.redrive(request, Duration.ofMillis(context.getRemainingTimeInMillis())));
    output.write(summary.getBytes(StandardCharsets.UTF_8));
  }
}
