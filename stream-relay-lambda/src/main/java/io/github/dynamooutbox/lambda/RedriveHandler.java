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
 * Publishes parked events as the relay does, in the order of their lanes, and lets live events pass
 * again. Configured like {@link StreamRelayHandler}, with a control table.
 *
 * <p>On a schedule, for example every minute, it measures what is parked, and publishes events that
 * were parked because their target kept failing, as soon as the target answers again. Events that
 * are parked for other reasons wait until an operator has removed the cause and invokes the
 * function with the reasons:
 *
 * <pre>{@code {"reasons": ["REJECTED", "UNROUTABLE"], "target": "bus", "aggregate": "Order#17"}}
 * </pre>
 *
 * <p>{@code target} and {@code aggregate} are optional and restrict it. Without reasons they are
 * {@code ["BLOCKED"]}; with an empty array nothing is published, only measured. What EventBridge
 * sends by itself is accepted; any other key is an error.
 *
 * <p>What is parked for good has two more ways out, by aggregate or by event:
 *
 * <pre>{@code
 * {"discard": {"target": "bus", "aggregate": "Order#17", "event": "0190...", "by": "ann", "reason": "test data"}}
 * {"send": {"target": "bus", "aggregate": "Order#17", "to": "archive", "by": "ann", "reason": "too large"}}
 * }</pre>
 *
 * <p>Without {@code event} it is all that is parked of the aggregate. Their output has the number
 * of events that have {@code left} their queues, and 1 or 0 for {@code obstacle} and {@code busy}.
 *
 * <p>The output of a redrive summarises what was done: {@code parked} events at the beginning,
 * {@code published} ones, those {@code moved} to the queue of their closed lane, queues {@code
 * released}, queues that are {@code stuck} or {@code unfinished}, and parts of the lanes that are
 * {@code busy}, because another invocation works on them.
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
   * @throws IllegalArgumentException if a value of the input is not valid, or a key is not known
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
