package io.github.dynamooutbox.operations.operate;

import io.github.dynamooutbox.aws.config.ConfigException;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.aws.control.LoggedDecision;
import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Shows the state of one configuration's outbox. Clients take region, credentials and endpoint from
 * the environment, as every SDK client does. Thread-safe.
 *
 * <pre>{@code
 * try (OutboxOperator operator = OutboxOperator.open(config)) {
 *   operator.parked().forEach(queue -> System.out.println(queue));
 * }
 * }</pre>
 */
public final class OutboxOperator implements AutoCloseable {
  private static final int CALLS = 32;

  private final RelayConfig config;
  private final AwsControl control;
  private final SourceClients clients;
  private final String controlName;
  private final QueueContents contents;

  private OutboxOperator(RelayConfig config, AwsControl control) {
    this.config = config;
    this.control = control;
    clients = new SourceClients(config.table());
    controlName = config.control().orElseThrow().described();
    contents = new QueueContents(control.table(), controlName);
  }

  /**
   * Builds the clients. Sends nothing.
   *
   * @throws ConfigException if no control table is configured
   */
  public static OutboxOperator open(RelayConfig config) {
    AwsControl control =
        AwsControl.openToRead(config, CALLS, InstantSource.system())
            .orElseThrow(
                () ->
                    new ConfigException(
                        List.of("controlTable: is missing: without it nothing is parked")));
    return new OutboxOperator(config, control);
  }

  /**
   * Which table this is about. Whoever shows or changes something says so first: the control table
   * answers for a table that does not exist as for one that has nothing parked.
   *
   * @throws OperatorException if there is no such table, or it cannot be reached
   */
  public SourceTable source() {
    return clients.source();
  }

  /**
   * All queues of parked events, those that have waited longest first. Reads their states only:
   * about one unit for each sixteen queues, and at least sixteen.
   *
   * @throws OperatorException if the control table cannot be read
   */
  public List<QueueSummary> parked() {
    List<CompletionStage<List<QueueSummary>>> parts = new ArrayList<>();
    for (int part = 0; part < QueueName.PARTS; part++) {
      parts.add(table().queues().queues(part));
    }
    return parts.stream()
        .flatMap(part -> AwsFailures.await(controlName, part).stream())
        .sorted((one, other) -> one.oldest().compareTo(other.oldest()))
        .toList();
  }

  /**
   * Events of a queue, in the order in which they are redriven. Reads their segments one after the
   * other until there are enough; what a redrive takes out meanwhile may be missing.
   *
   * @param queue one of {@link #parked}
   * @param most the most events to return
   * @throws OperatorException if the control table cannot be read
   */
  public List<ParkedEvent> events(QueueName queue, long most) {
    return contents.of(queue).limit(most).toList();
  }

  /**
   * Passes on the events of queues, in the order in which they are redriven, and keeps none of
   * them. Reads up to 50 neighbours with one request if they have few events.
   *
   * @param queues some of {@link #parked}
   * @param each receives a queue with its events, which are read while their stream is consumed;
   *     returns whether it wants the next queue
   * @throws OperatorException if the control table cannot be read
   */
  public void events(
      List<QueueSummary> queues, BiPredicate<QueueSummary, Stream<ParkedEvent>> each) {
    contents.each(queues, each);
  }

  /**
   * The parked events of an aggregate, for each target in the order in which they are redriven.
   * Also reads the backlogs that the aggregate belongs to, whatever else is in them.
   *
   * @param aggregate {@code type#id}
   * @throws OperatorException if the control table cannot be read
   */
  public List<ParkedEvent> events(String aggregate) {
    return contents.ofAggregate(aggregate, config.targets());
  }

  /**
   * The status of the outbox. Reads the states of all queues, receipts of some minutes, and one
   * record of each shard of the stream that a KCL relay has a lease of.
   *
   * @param leaseTable where the KCL relay keeps its leases; need not exist
   * @throws OperatorException if a table or the stream cannot be read
   */
  public OutboxStatus status(String leaseTable) {
    return new StatusReader(config, table(), controlName, clients)
        .status(parked(), leaseTable, Instant.now());
  }

  /**
   * The status of the outbox, for callers that read it again and again. Reads the same except for
   * receipts: {@code published} is empty, and a heartbeat that had already arrived is not looked
   * for. {@link #publications} reads receipts as far back as they are needed.
   *
   * @param leaseTable where the KCL relay keeps its leases; need not exist
   * @param before the previous status
   * @throws OperatorException if a table or the stream cannot be read
   */
  public OutboxStatus status(String leaseTable, OutboxStatus before) {
    return new StatusReader(config, table(), controlName, clients)
        .status(parked(), leaseTable, Instant.now(), before);
  }

  /**
   * The shards that no worker relays although their lease has an owner: the lease has not been
   * renewed since an earlier status. Wait {@link RelayLease#RENEWED_WITHIN} between the two. Scans
   * the lease table.
   *
   * @param leaseTable where the KCL relay keeps its leases; need not exist
   * @param before the earlier status
   * @return ids of shards
   * @throws OperatorException if the lease table cannot be read
   */
  public Set<String> unrenewed(String leaseTable, OutboxStatus before) {
    Map<String, RelayLease> now =
        AwsFailures.of(
            "the lease table \"" + leaseTable + '"',
            () -> RelayLease.in(clients.dynamoDb(), leaseTable));
    return before.unrenewed(now);
  }

  /**
   * Passes on the events that targets have accepted, by the receipts of a range of time, in no
   * particular order; none if no receipts are written. A relay may still be writing receipts of the
   * last seconds.
   *
   * @param from the earliest time of a receipt
   * @param to the end of the range, exclusive
   * @param each called once for each event and target, by one thread at a time
   * @throws OperatorException if the control table cannot be read
   */
  public void publications(Instant from, Instant to, Consumer<PublishedEvent> each) {
    new StatusReader(config, table(), controlName, clients).publications(from, to, each);
  }

  /**
   * What became of the events of an aggregate whose records are still in the table, or that are
   * parked; records of parked events are kept when those in the table expire. Reads receipts hour
   * by hour, from the first commit on, until all are found.
   *
   * @param aggregate {@code type#id}
   * @throws OperatorException if a table cannot be read
   */
  public AggregateHistory history(String aggregate) {
    return history(aggregate, List.of());
  }

  /**
   * The same with records that neither table has any more.
   *
   * @param aggregate {@code type#id}
   * @param archived its records as an archive has them
   * @throws OperatorException if a table cannot be read
   */
  public AggregateHistory history(String aggregate, List<DecodeResult.Decoded> archived) {
    return new HistoryReader(
            config, table(), controlName, clients.records(), InstantSource.system())
        .of(aggregate, archived);
  }

  /**
   * The records in the table, in no particular order. Reads the whole table, lazily: half a unit
   * for each 4 KB of everything that is in it, records or not.
   *
   * @return has to be closed; each step may throw {@link
   *     software.amazon.awssdk.core.exception.SdkException}
   */
  public Stream<DecodeResult.Decoded> scan() {
    return clients.records().all();
  }

  /**
   * Follows the table's stream from now on.
   *
   * @throws OperatorException if the table has no stream, or it cannot be read
   */
  public StreamFollower follow() {
    String name = clients.records().name();
    String arn =
        clients
            .streamArn()
            .orElseThrow(
                () ->
                    new OperatorException(
                        OperatorException.Kind.ACCESS,
                        name + " has no stream: enable one with NEW_IMAGE"));
    ShardLags shards = new ShardLags(clients.dynamoDb(), clients.streams(), arn, "");
    RecordCodec codec = new RecordCodec(config.table().schema());
    return AwsFailures.of(
        "the stream of " + name,
        () -> new StreamFollower(clients.streams(), arn, shards::shards, codec));
  }

  /**
   * What operators decided about an event, by target.
   *
   * @throws OperatorException if the control table cannot be read
   */
  public List<WayOut> decisions(String eventId) {
    return AwsFailures.await(controlName, table().waysOut().of(eventId));
  }

  /**
   * Writes down who decided what, before anything is done.
   *
   * @throws OperatorException if the control table cannot be written: then nothing should be done
   */
  public LoggedDecision begin(LoggedDecision.Decision decision) {
    return AwsFailures.await(controlName, table().decisions().begin(decision));
  }

  /**
   * Adds how it ended.
   *
   * @param how the name of the exit code, or {@code FAILED}
   * @param events how many events it concerned in the end, if that is known
   * @return false if somebody has deleted it meanwhile
   * @throws OperatorException if the control table cannot be written
   */
  public boolean end(LoggedDecision begun, String how, OptionalLong events) {
    return AwsFailures.await(controlName, table().decisions().end(begun, how, events));
  }

  /**
   * What operators have decided, the latest first; kept for 400 days.
   *
   * @param from the earliest time
   * @param to the end of the range, exclusive
   * @param most the most to return
   * @throws OperatorException if the control table cannot be read
   */
  public List<LoggedDecision> decided(Instant from, Instant to, int most) {
    return AwsFailures.await(controlName, table().decisions().between(from, to, most));
  }

  private ControlTable table() {
    return control.table();
  }

  /** Closes the clients. Requests in flight fail. */
  @Override
  public void close() {
    control.close();
    clients.close();
  }
}
