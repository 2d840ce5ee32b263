package io.github.dynamooutbox.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import software.amazon.lambda.powertools.logging.PowertoolsLogging;

/**
 * The relay as a Lambda function. Its event source mapping reports batch item failures, starts at
 * {@code TRIM_HORIZON}, has a parallelization factor of 1 and no limit of attempts or record age:
 * the relay's guarantees rest on these.
 *
 * <p>Everything is configured by the environment: see {@link StreamRelay#fromEnvironment()}.
 */
public final class StreamRelayHandler implements RequestStreamHandler {
  private final StreamRelay relay;

  /** Reads the configuration and builds the clients, which Lambda's initialisation pays for. */
  public StreamRelayHandler() {
    relay = StreamRelay.fromEnvironment();
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context) {
    PowertoolsLogging.withLogging(
        context,
        () -> {
          try {
            relay.handle(input, output, context);
            return true;
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}
