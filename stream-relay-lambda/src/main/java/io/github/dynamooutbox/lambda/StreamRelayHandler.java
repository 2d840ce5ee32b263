package io.github.dynamooutbox.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import software.amazon.lambda.powertools.logging.PowertoolsLogging;

/**
 * The relay as a Lambda function. Its event source mapping must report batch item failures, start
 * at {@code TRIM_HORIZON}, and have a parallelization factor of 1 and no limit of attempts or
 * record age: the relay's guarantees depend on these settings.
 *
 * <p>All configuration comes from the environment: see {@link StreamRelay#fromEnvironment()}.
 */
public final class StreamRelayHandler implements RequestStreamHandler {
  private final StreamRelay relay;

  /** Reads the configuration and builds the clients, during Lambda's initialisation. */
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
