package io.github.dynamooutbox.operations.audit;

import io.github.dynamooutbox.aws.config.ConfigException;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.control.ReceiptReader;
import io.github.dynamooutbox.aws.examine.OperatorClients;
import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.operations.internal.read.ReadRate;
import io.github.dynamooutbox.operations.internal.spool.DirectoryLock;
import io.github.dynamooutbox.relay.Routing;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Audits of the outbox of a configuration: they account for every event that was committed in a
 * range of time. They compare the table's records with the receipts, the queues and the marks of
 * events that operators took out of them, and write nothing. Thread-safe.
 *
 * <p>An audit scans the whole table, consistently: one read unit for each 4 KB in it, whatever the
 * range. On disk it takes 255 bytes for each event, as measured with 1 and with 4 million events,
 * and for a while twice that for an aggregate with very many events. Memory does not grow with the
 * number of events.
 */
public final class OutboxAudit implements AutoCloseable {
  /** One at a time is in memory. */
  static final int BUCKETS = 512;

  /** Some 35,000 events with their receipts, which take 5 MB of memory. */
  static final long BYTES_AT_ONCE = 8L << 20;

  private final RelayConfig config;
  private final DynamoDbClient client;
  private final AwsControl control;

  private OutboxAudit(RelayConfig config, DynamoDbClient client, AwsControl control) {
    this.config = config;
    this.client = client;
    this.control = control;
  }

  /**
   * Builds clients. Sends nothing.
   *
   * @throws ConfigException if no control table is configured, or receipts are off
   */
  public static OutboxAudit open(RelayConfig config) {
    AwsControl control =
        AwsControl.openToRead(config, ReceiptReader.SLICES, InstantSource.system())
            .orElseThrow(
                () ->
                    new ConfigException(
                        List.of("controlTable: is missing: without it there are no receipts")));
    if (!config.control().orElseThrow().receipts()) {
      control.close();
      throw new ConfigException(
          List.of("controlTable.receipts: is false: an audit needs receipts, switch them on"));
    }
    DynamoDbClient client = OperatorClients.forReads(DynamoDbClient.builder()).build();
    return new OutboxAudit(config, client, control);
  }

  /**
   * Runs an audit, or resumes one that was interrupted. Takes as long as the scan, and in addition
   * the request's time to settle if an event has no receipt.
   *
   * @param unitsPerSecond read units that all reads together may take; 0: without a limit
   * @param missing receives what is missing or unproven, on the caller's thread
   * @throws io.github.dynamooutbox.operations.operate.OperatorException if the request is invalid,
   *     another audit runs in its directory, or a table cannot be read
   * @throws CancellationException if it was stopped, by {@code progress} or an interrupt; the same
   *     request resumes it
   */
  public AuditReport run(
      AuditRequest request,
      double unitsPerSecond,
      AuditProgress progress,
      Consumer<Missing> missing) {
    TableSources sources =
        new TableSources(
            client,
            config.table().name(),
            config.table().schema(),
            control.table(),
            config.control().orElseThrow().described(),
            new ReadRate(unitsPerSecond, progress::isStopWanted));
    Audit.Subject subject =
        new Audit.Subject(
            config.table().name(),
            new RecordCodec(config.table().schema()),
            new Routing(config.rules()),
            config.targets().stream().map(TargetConfig::name).toList(),
            config.relay().regions(),
            BUCKETS,
            BYTES_AT_ONCE);
    Audit audit =
        new Audit(sources, subject, request, InstantSource.system(), OutboxAudit::pause, progress);
    return DirectoryLock.whileHeld(request.directory(), () -> run(audit, request, missing));
  }

  private static AuditReport run(Audit audit, AuditRequest request, Consumer<Missing> missing) {
    ExecutorService threads =
        Executors.newFixedThreadPool(Math.max(request.parts(), SecondLook.AT_ONCE));
    try {
      return audit.run(threads, missing);
    } finally {
      threads.shutdownNow();
    }
  }

  private static void pause(Duration time) {
    try {
      TimeUnit.NANOSECONDS.sleep(time.toNanos());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CancellationException("the audit was interrupted");
    }
  }

  /** Closes the clients. A running audit fails, and can be resumed later. */
  @Override
  public void close() {
    client.close();
    control.close();
  }
}
