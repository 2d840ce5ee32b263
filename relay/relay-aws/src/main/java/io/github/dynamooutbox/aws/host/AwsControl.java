package io.github.dynamooutbox.aws.host;

import io.github.dynamooutbox.aws.config.ControlConfig;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.config.RelaySettings.Parking;
import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.aws.examine.OperatorClients;
import io.github.dynamooutbox.aws.internal.table.TableClock;
import io.github.dynamooutbox.relay.RelayBuilder;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.redrive.RedriveBuilder;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/**
 * The configured control table with its SDK client. The client takes region, credentials and
 * endpoint from the environment as every SDK client does. Thread-safe.
 */
public final class AwsControl implements AutoCloseable {
  /** Maximum number of concurrent requests for the parking of one shard. */
  public static final int THREADS = 8;

  private final Runnable closing;
  private final ControlTable table;
  private final ControlConfig control;
  private final Optional<Parking> parking;
  private final InstantSource clock;

  private AwsControl(
      Runnable closing,
      ControlTable table,
      ControlConfig control,
      Optional<Parking> parking,
      InstantSource clock) {
    this.closing = closing;
    this.table = table;
    this.control = control;
    this.parking = parking;
    this.clock = clock;
  }

  /**
   * Builds the client. Sends nothing.
   *
   * @param executor runs the blocking calls; {@link #THREADS} threads are useful. The caller shuts
   *     it down after closing this
   * @param clock determines when lists expire
   * @return empty if no control table is configured
   */
  public static Optional<AwsControl> open(
      RelayConfig config, Executor executor, InstantSource clock) {
    return open(config, executor, clock, THREADS);
  }

  /** The same with a different number of concurrent requests. */
  static Optional<AwsControl> open(
      RelayConfig config, Executor executor, InstantSource clock, int threads) {
    return open(
        config,
        executor,
        clock,
        client -> client.httpClientBuilder(ApacheHttpClient.builder().maxConnections(threads)),
        ControlTable::configure,
        () -> {});
  }

  /**
   * Builds the client with threads and connections of its own, so that a slow control table takes
   * none away from targets, nor they from it. Sends nothing.
   *
   * @param calls how many calls may run at the same time; others wait
   * @return empty if no control table is configured
   */
  public static Optional<AwsControl> open(RelayConfig config, int calls, InstantSource clock) {
    return open(config, calls, clock, ControlTable::configure);
  }

  /**
   * The same for operators, who rather wait than fail while the control table throttles.
   *
   * @param calls how many calls may run at the same time; others wait
   * @return empty if no control table is configured
   */
  public static Optional<AwsControl> openToRead(
      RelayConfig config, int calls, InstantSource clock) {
    return open(config, calls, clock, OperatorClients::forControl);
  }

  private static Optional<AwsControl> open(
      RelayConfig config,
      int calls,
      InstantSource clock,
      Consumer<ClientOverrideConfiguration.Builder> settings) {
    if (config.control().isEmpty()) {
      return Optional.empty();
    }
    ExecutorService threads = CallThreads.open(calls);
    return open(
        config,
        threads,
        clock,
        client -> client.httpClientBuilder(ApacheHttpClient.builder().maxConnections(calls)),
        settings,
        threads::shutdownNow);
  }

  /**
   * The same over the caller's HTTP client, which stays open.
   *
   * @param http sends the requests
   */
  public static Optional<AwsControl> open(
      RelayConfig config, Executor executor, InstantSource clock, SdkHttpClient http) {
    return open(
        config,
        executor,
        clock,
        client -> client.httpClient(http),
        ControlTable::configure,
        () -> {});
  }

  private static Optional<AwsControl> open(
      RelayConfig config,
      Executor executor,
      InstantSource clock,
      UnaryOperator<DynamoDbClientBuilder> http,
      Consumer<ClientOverrideConfiguration.Builder> settings,
      Runnable closing) {
    return config
        .control()
        .map(control -> open(config, control, executor, clock, http, settings, closing));
  }

  private static AwsControl open(
      RelayConfig config,
      ControlConfig control,
      Executor executor,
      InstantSource clock,
      UnaryOperator<DynamoDbClientBuilder> http,
      Consumer<ClientOverrideConfiguration.Builder> settings,
      Runnable closing) {
    TableClock common = new TableClock(clock);
    DynamoDbClient dynamoDb =
        http.apply(DynamoDbClient.builder())
            .overrideConfiguration(
                client -> {
                  settings.accept(client);
                  client.addExecutionInterceptor(common);
                })
            .build();
    ControlTable table =
        ControlTable.builder(dynamoDb, control.table(), config.table().name(), executor)
            .clock(common)
            .receiptRetention(control.receiptRetention())
            .build();
    Runnable all =
        () -> {
          dynamoDb.close();
          closing.run();
        };
    return new AwsControl(all, table, control, config.relay().parking(), common);
  }

  /** Configures a relay's clock, parking, finished-ahead lists and receipts. */
  public RelayBuilder equip(RelayBuilder relay) {
    return equipOffStream(relay).finishedAhead(table.finishedAhead());
  }

  /**
   * Configures parking and receipts only, for a relay whose input is not a stream: its positions
   * mean nothing to the next run.
   */
  public RelayBuilder equipOffStream(RelayBuilder relay) {
    relay.clock(clock);
    parking.ifPresent(
        settings ->
            relay.parking(
                new ParkingPolicy(
                    Optional.of(table.queues()),
                    settings.poison(),
                    Optional.of(settings.blockedAfter()))));
    if (control.receipts()) {
      relay.receipts(table.receipts());
    }
    return relay;
  }

  /** Lets a redrive write receipts, if configured. */
  public RedriveBuilder equip(RedriveBuilder redrive) {
    redrive.clock(clock);
    return control.receipts() ? redrive.receipts(table.receipts()) : redrive;
  }

  /** The time by which processes compare what they have stored: DynamoDB's. */
  InstantSource clock() {
    return clock;
  }

  public ControlTable table() {
    return table;
  }

  /** Closes the client. Requests in flight fail. */
  @Override
  public void close() {
    closing.run();
  }
}
