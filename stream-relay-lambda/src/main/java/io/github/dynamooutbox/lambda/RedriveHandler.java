package io.github.dynamooutbox.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.github.dynamooutbox.aws.config.RelayConfigSource;
import io.github.dynamooutbox.lambda.internal.RedriveRequest;
import io.github.dynamooutbox.lambda.internal.SnapStartRedrive;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import software.amazon.lambda.powertools.logging.PowertoolsLogging;

/**
 * Publishes parked events as the relay does, in the order of their lanes, and reopens the lanes for
 * live events. Configured like {@link StreamRelayHandler}, with a control table.
 *
 * <p>On a schedule, for example every minute, it measures what is parked, and publishes events that
 * were parked because their target kept failing, as soon as the target accepts events again. Events
 * that are parked for other reasons wait until an operator has removed the cause and invokes the
 * function with the reasons:
 *
 * <pre>{@code {"reasons": ["REJECTED", "UNROUTABLE"], "target": "bus", "aggregate": "Order#17"}}
 * </pre>
 *
 * <p>{@code target} and {@code aggregate} are optional and narrow the selection. The default of
 * {@code reasons} is {@code ["BLOCKED"]}; with an empty array the function only measures. The keys
 * that EventBridge sends by itself are ignored; any other key is an error.
 *
 * <p>It also discards events that can never be published, or sends them to another target, by
 * aggregate:
 *
 * <pre>{@code
 * {"discard": {"target": "bus", "aggregate": "Order#17", "event": "0190...", "by": "ann", "reason": "test data"}}
 * {"send": {"target": "bus", "aggregate": "Order#17", "to": "archive", "by": "ann", "reason": "too large"}}
 * }</pre>
 *
 * <p>Without {@code event} this applies to the aggregate's events that failed themselves, with
 * {@code "behind": true} to those behind them as well. The output contains the number of events
 * that have {@code left} their queues, and 1 or 0 for {@code obstacle} and {@code busy}.
 *
 * <p>The output of a redrive counts events that were {@code parked} at the beginning, {@code
 * published}, or {@code moved} to the queue of their closed lane, queues that were {@code released}
 * or are {@code stuck} or {@code unfinished}, and parts of the lanes that are {@code busy}, because
 * another invocation is working on them.
 */
public final class RedriveHandler implements RequestStreamHandler {
  private final SnapStartRedrive redrive;

  /**
   * Reads the configuration and builds the clients.
   *
   * @throws io.github.dynamooutbox.aws.config.ConfigException if it is invalid or has no control
   *     table
   */
  public RedriveHandler() {
    redrive = SnapStartRedrive.open(RelayConfigSource.fromEnvironment(System.getenv()));
  }

  /**
   * @throws IllegalArgumentException if the input has an invalid value or an unknown key
   */
  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    RedriveRequest request = RedriveRequest.read(input);
    String summary =
        PowertoolsLogging.withLogging(
            context,
            () ->
                redrive.redrive(
                    context.getAwsRequestId(),
                    request,
                    Duration.ofMillis(context.getRemainingTimeInMillis())));
    output.write(summary.getBytes(StandardCharsets.UTF_8));
  }
}
