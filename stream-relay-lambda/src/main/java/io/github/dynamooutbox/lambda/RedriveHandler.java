package io.github.dynamooutbox.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.github.dynamooutbox.aws.RelayConfigSource;
import io.github.dynamooutbox.lambda.internal.RedriveRequest;
import io.github.dynamooutbox.lambda.internal.SnapStartRedrive;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import software.amazon.lambda.powertools.logging.PowertoolsLogging;

/**
 * Publishes parked events, lane by lane and in order, and reopens the lanes. Configured like {@link
 * StreamRelayHandler}, with a control table. The output summarises what was done.
 *
 * <p>On a schedule, for example every minute, it publishes events that were parked because their
 * target kept failing, as soon as the target answers again. Events parked for other reasons wait
 * until an operator has removed the cause and invokes the function with the reasons:
 *
 * <pre>{@code {"reasons": ["REJECTED", "UNROUTABLE"]}}</pre>
 *
 * <p>All other fields of the input are ignored, so that a schedule may send any input.
 */
public final class RedriveHandler implements RequestStreamHandler {
  private final SnapStartRedrive redrive;

  /**
   * Reads the configuration and builds the clients.
   *
   * @throws io.github.dynamooutbox.aws.ConfigException if it is invalid or has no control table
   */
  public RedriveHandler() {
    redrive = SnapStartRedrive.open(RelayConfigSource.fromEnvironment(System.getenv()));
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
