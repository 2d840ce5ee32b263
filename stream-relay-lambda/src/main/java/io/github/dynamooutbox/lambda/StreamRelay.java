package io.github.dynamooutbox.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.config.RelayConfigSource;
import io.github.dynamooutbox.aws.config.TableConfig;
import io.github.dynamooutbox.aws.invocation.ExpectedStream;
import io.github.dynamooutbox.aws.invocation.StreamEvent;
import io.github.dynamooutbox.aws.invocation.StreamEventParser;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.lambda.internal.BatchResponse;
import io.github.dynamooutbox.lambda.internal.RelaySource;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;

/**
 * The relay inside a Lambda function of your own. Create it when the function initialises, and pass
 * each invocation to it.
 *
 * <pre>{@code
 * public final class MyHandler implements RequestStreamHandler {
 *   private final StreamRelay relay = StreamRelay.fromEnvironment();
 *
 *   public void handleRequest(InputStream input, OutputStream output, Context context) throws IOException {
 *     relay.handle(input, output, context);
 *   }
 * }
 * }</pre>
 *
 * <p>Handles one invocation at a time, as Lambda delivers them.
 */
public final class StreamRelay implements AutoCloseable {
  private final StreamEventParser parser;
  private final RelaySource source;
  private final Optional<ExpectedStream> expected;

  private StreamRelay(OutboxSchema schema, RelaySource source, Optional<ExpectedStream> expected) {
    this.parser = new StreamEventParser(schema);
    this.source = source;
    this.expected = expected;
  }

  /**
   * Passes batches to a relay that you have built. Supply its observer yourself: this class writes
   * no metrics or logs for it.
   *
   * @param schema the schema that the relay was built with
   */
  public static StreamRelay of(Relay relay, OutboxSchema schema) {
    return new StreamRelay(schema, RelaySource.of(relay), Optional.empty());
  }

  /**
   * Creates a relay with the configuration in {@code OUTBOX_CONFIG} or in the file named by {@code
   * OUTBOX_CONFIG_FILE}; see {@link #of(RelayConfig)}.
   *
   * @throws io.github.dynamooutbox.aws.config.ConfigException with every error in the configuration
   */
  public static StreamRelay fromEnvironment() {
    return of(RelayConfigSource.fromEnvironment(System.getenv()));
  }

  /**
   * Creates a relay with this configuration. Builds its clients immediately, so call it during the
   * function's initialisation. Writes CloudWatch metrics (Powertools' environment variables apply)
   * and logs through SLF4J. If the function starts from snapshots (SnapStart), the relay warms up
   * before a snapshot is taken and renews its connections and random seeds after a restore.
   *
   * @throws io.github.dynamooutbox.aws.config.ConfigException if a target cannot be used as
   *     configured
   */
  public static StreamRelay of(RelayConfig config) {
    TableConfig table = config.table();
    return new StreamRelay(
        table.schema(), RelaySource.of(config), Optional.of(new ExpectedStream(table.name())));
  }

  /**
   * Relays one batch and writes the partial batch response. Returns before the invocation times
   * out. Faulty records and failing targets never fail the invocation: the response reports where
   * delivery has to continue.
   *
   * @param input a DynamoDB stream event as Lambda passes it
   * @throws IOException if the input cannot be read or the output cannot be written
   * @throws RuntimeException if the input is not a DynamoDB stream event, or one of another table,
   *     account or region than that of the configuration and the function; the whole batch then
   *     fails
   */
  public void handle(InputStream input, OutputStream output, Context context) throws IOException {
    BatchResponse.write(relay(parser.parse(input), context), output);
  }

  private Optional<StreamPosition> relay(StreamEvent event, Context context) {
    expected.ifPresent(
        stream -> stream.check(event.source(), String.valueOf(context.getInvokedFunctionArn())));
    return source.relay(event, Duration.ofMillis(context.getRemainingTimeInMillis()));
  }

  /**
   * Closes the clients and threads that this object opened. A relay that you have built stays open.
   */
  @Override
  public void close() {
    source.close();
  }
}
