package io.github.dynamooutbox.localaws;

import io.github.dynamooutbox.localaws.stub.AcceptanceLog;
import io.github.dynamooutbox.localaws.stub.AcceptedBusEvent;
import io.github.dynamooutbox.localaws.stub.AcceptedEvent;
import io.github.dynamooutbox.localaws.stub.AcceptedMessage;
import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import io.github.dynamooutbox.localaws.stub.CustomBuses;
import io.github.dynamooutbox.localaws.stub.FailedDelivery;
import io.github.dynamooutbox.localaws.stub.Faults;
import io.github.dynamooutbox.localaws.stub.FunctionDelivery;
import io.github.dynamooutbox.localaws.stub.QueueDelivery;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.Deliveries;
import io.github.dynamooutbox.localaws.stub.internal.FaultBook;
import io.github.dynamooutbox.localaws.stub.internal.RecordingLog;
import io.github.dynamooutbox.localaws.stub.internal.StubServer;
import io.github.dynamooutbox.localaws.stub.internal.bus.BusService;
import io.github.dynamooutbox.localaws.stub.internal.eventbridge.EventBridge;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonEndpoint;
import io.github.dynamooutbox.localaws.stub.internal.kinesis.Kinesis;
import io.github.dynamooutbox.localaws.stub.internal.sns.Sns;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * SNS, EventBridge with its Custom Event Bus, and Kinesis on one port of the loopback interface, in
 * this JVM, in memory.
 *
 * <pre>{@code
 * try (AwsStub aws = AwsStub.start();
 *     SnsClient sns = LocalClients.configure(SnsClient.builder(), aws.endpoint()).build()) {
 *   ...
 * }
 * }</pre>
 *
 * <p>It emulates what publishers need of these services, with their limits and quirks. Unknown
 * actions and unsupported options are refused with an error that names them. Requests must be
 * signed; signatures are not verified. All its threads are daemons. Thread-safe.
 */
public final class AwsStub implements AutoCloseable {
  private final Account account;
  private final FaultBook faults;
  private final Deliveries deliveries;
  private final StubServer server;
  private final BusService customBuses;
  private final RecordingLog<AcceptedBusEvent> busEvents = new RecordingLog<>();
  private final RecordingLog<AcceptedEvent> events = new RecordingLog<>();
  private final RecordingLog<AcceptedMessage> messages = new RecordingLog<>();
  private final RecordingLog<AcceptedRecord> records = new RecordingLog<>();

  private AwsStub(Builder builder) {
    account = new Account(builder.region, builder.accountId);
    faults = new FaultBook(builder.seed, builder.clock);
    deliveries = new Deliveries(builder.delivery, builder.functions);
    customBuses = new BusService(account, builder.clock, busEvents, deliveries);
    server =
        new StubServer(
            builder.port,
            List.of(
                EventBridge.endpoint(
                    account, builder.clock, builder.eventBridgeRequestBytes, events, deliveries),
                customBuses.endpoint(),
                Sns.endpoint(account, builder.clock, messages, deliveries),
                Kinesis.endpoint(account, builder.clock, records)),
            JsonEndpoint::unknown,
            faults);
  }

  /** Starts a stub with defaults: any free port, the system clock, no delivery to queues. */
  public static AwsStub start() {
    return builder().start();
  }

  public static Builder builder() {
    return new Builder();
  }

  /** The endpoint of all services. */
  public URI endpoint() {
    return server.endpoint();
  }

  public String region() {
    return account.region();
  }

  public String accountId() {
    return account.id();
  }

  public Faults faults() {
    return faults;
  }

  /** The events that the buses accepted. */
  public AcceptanceLog<AcceptedEvent> eventBridge() {
    return events;
  }

  /** The Custom Event Buses. */
  public CustomBuses customBuses() {
    return customBuses;
  }

  /** The events that the Custom Event Buses accepted, and those that they dropped as duplicates. */
  public AcceptanceLog<AcceptedBusEvent> eventBridgeV2() {
    return busEvents;
  }

  /** The messages that the topics accepted. */
  public AcceptanceLog<AcceptedMessage> sns() {
    return messages;
  }

  /** The records that the streams accepted. */
  public AcceptanceLog<AcceptedRecord> kinesis() {
    return records;
  }

  /**
   * Waits until every accepted message has been delivered to its queues, or delivery has failed.
   *
   * @return false if the timeout elapses first
   */
  public boolean awaitDeliveries(Duration timeout) throws InterruptedException {
    return deliveries.awaitIdle(timeout);
  }

  /** The messages that could not be delivered to a queue, in order of failure. */
  public List<FailedDelivery> failedDeliveries() {
    return deliveries.failed();
  }

  /** Stops at once; messages that no queue has received yet are dropped. The logs stay readable. */
  @Override
  public void close() {
    server.close();
    deliveries.close();
  }

  /** The settings of a stub. */
  public static final class Builder {
    private int port;
    private long seed;
    private Clock clock = Clock.systemUTC();
    private String region = LocalClients.REGION.id();
    private String accountId = LocalClients.ACCOUNT;
    private int eventBridgeRequestBytes = 1024 * 1024;
    private Optional<QueueDelivery> delivery = Optional.empty();
    private Optional<FunctionDelivery> functions = Optional.empty();

    private Builder() {}

    /** The port to listen on; any free one by default. */
    public Builder port(int value) {
      port = value;
      return this;
    }

    /** The seed of random faults; 0 by default. */
    public Builder seed(long value) {
      seed = value;
      return this;
    }

    /**
     * The clock for deduplication, iterators, fault windows and logs; the system clock by default.
     */
    public Builder clock(Clock value) {
      clock = value;
      return this;
    }

    /** The region in ARNs and events; {@link LocalClients#REGION} by default. */
    public Builder region(String value) {
      region = value;
      return this;
    }

    /** The account in ARNs and events; {@link LocalClients#ACCOUNT} by default. */
    public Builder accountId(String value) {
      accountId = value;
      return this;
    }

    /**
     * The size limit of a PutEvents request in bytes, as the service counts it; 1 MiB by default.
     */
    public Builder eventBridgeRequestBytes(int value) {
      eventBridgeRequestBytes = value;
      return this;
    }

    /**
     * Also delivers to functions, which subscribe to Custom Event Buses: to each a batch at a time,
     * in order where the subscriber is FIFO.
     */
    public Builder functions(FunctionDelivery value) {
      functions = Optional.of(value);
      return this;
    }

    /** Delivers to queues; without it, no queue can subscribe and no rule can have a target. */
    public Builder queues(QueueDelivery value) {
      delivery = Optional.of(value);
      return this;
    }

    /**
     * Starts it.
     *
     * @throws java.io.UncheckedIOException if it cannot listen on the port
     */
    public AwsStub start() {
      return new AwsStub(this);
    }
  }
}
