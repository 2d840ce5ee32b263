package io.github.dynamooutbox.lambda;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.events.DynamodbEvent;
import com.amazonaws.services.lambda.runtime.events.StreamsEventResponse;
import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.aws.RelayConfigSource;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.lambda.internal.BatchResponse;
import io.github.dynamooutbox.lambda.internal.ModelEvents;
import io.github.dynamooutbox.lambda.internal.RelaySource;
import io.github.dynamooutbox.lambda.internal.StreamEvent;
import io.github.dynamooutbox.lambda.internal.StreamEventParser;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;

/**
 * The relay inside a Lambda function of your own. Make one when the function initialises, and hand
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
 * <p>Serves one invocation at a time, as Lambda hands them in.
 */
public final class StreamRelay implements AutoCloseable {
  private final StreamEventParser parser;
  private final RelaySource source;

  private StreamRelay(OutboxSchema schema, RelaySource source) {
    this.parser = new StreamEventParser(schema);
    this.source = source;
  }

  /**
   * Hands batches to a relay of your own making. Its observer is yours as well: nothing is counted
   * or logged for it here.
   *
   * @param schema the one that the relay was built with
   */
  public static StreamRelay of(Relay relay, OutboxSchema schema) {
    return new StreamRelay(schema, RelaySource.of(relay));
  }

  /**
   * A relay with the configuration that {@code OUTBOX_CONFIG} holds or {@code OUTBOX_CONFIG_FILE}
   * names; see {@link #of(RelayConfig)}.
   *
   * @throws io.github.dynamooutbox.aws.ConfigException with every mistake in the configuration
   */
  public static StreamRelay fromEnvironment() {
    return of(RelayConfigSource.fromEnvironment(System.getenv()));
  }

  /**
   * A relay with this configuration. Builds its clients at once, which is what a function's
   * initialisation is for; counts as CloudWatch metrics what it does (Powertools' environment
   * variables apply), and logs through SLF4J. Where the function starts from snapshots (SnapStart),
   * it warms up before a snapshot is taken and renews its connections and random seeds after it was
   * restored.
   *
   * @throws io.github.dynamooutbox.aws.ConfigException if a target cannot be used as configured
   */
  public static StreamRelay of(RelayConfig config) {
    return new StreamRelay(config.table().schema(), RelaySource.of(config));
  }

  /**
   * Relays one batch and writes the partial batch response. Returns before the invocation's time is
   * up. What a record or a target is at fault for never fails the invocation: it is the response
   * that says where delivery must go on.
   *
   * @param input a DynamoDB stream event as Lambda hands it in
   * @throws IOException if the input cannot be read or the output not be written
   * @throws RuntimeException if the input is no DynamoDB stream event; the whole batch then fails
   */
  public void handle(InputStream input, OutputStream output, Context context) throws IOException {
    BatchResponse.write(relay(parser.parse(input), context), output);
  }

  /**
   * The same for functions that work with the types of aws-lambda-java-events, which must then be
   * among their dependencies. Reading an event into these types takes a multiple of a cold start's
   * time: prefer {@link #handle(InputStream, OutputStream, Context)}.
   *
   * @throws RuntimeException if a record has no position or no keys; the whole batch then fails
   */
  public StreamsEventResponse handle(DynamodbEvent event, Context context) {
    return ModelEvents.response(relay(ModelEvents.from(event), context));
  }

  private Optional<StreamPosition> relay(StreamEvent event, Context context) {
    return source.relay(event, Duration.ofMillis(context.getRemainingTimeInMillis()));
  }

  /** Closes clients and threads that this relay opened; one of your own making stays open. */
  @Override
  public void close() {
    source.close();
  }
}
