package io.github.dynamooutbox.localaws;

import io.github.dynamooutbox.localaws.readback.BusReader;
import io.github.dynamooutbox.localaws.readback.StreamReader;
import io.github.dynamooutbox.localaws.readback.TopicReader;
import io.github.dynamooutbox.localaws.stub.AcceptedBusEvent;
import io.github.dynamooutbox.localaws.stub.AcceptedEvent;
import io.github.dynamooutbox.localaws.stub.AcceptedMessage;
import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * EventBridge, SNS and Kinesis for a test: at the endpoint under test, or else in a stub of its
 * own. Buses, topics and streams are created here, so that what they accept can be read back, and
 * are deleted when this is closed. Thread-safe.
 */
public final class CloudUnderTest implements AutoCloseable {
  private final Optional<AwsStub> stub;
  private final URI endpoint;
  private final EventBridgeClient events;
  private final SnsClient sns;
  private final KinesisClient kinesis;
  private final SqsClient sqs;
  private final Map<String, BusReader> buses = new ConcurrentHashMap<>();
  private final Map<String, TopicReader> topics = new ConcurrentHashMap<>();
  private final Map<String, StreamReader> streams = new ConcurrentHashMap<>();
  private final Deque<Runnable> cleanup = new ArrayDeque<>();

  private CloudUnderTest(Optional<AwsStub> stub, URI endpoint) {
    this.stub = stub;
    this.endpoint = endpoint;
    events = AwsUnderTest.configure(EventBridgeClient.builder(), endpoint).build();
    sns = AwsUnderTest.configure(SnsClient.builder(), endpoint).build();
    kinesis = AwsUnderTest.configure(KinesisClient.builder(), endpoint).build();
    // ElasticMQ leaves the checksum out of some answers.
    sqs =
        AwsUnderTest.configure(SqsClient.builder(), endpoint)
            .checksumValidationEnabled(false)
            .build();
  }

  /** Starts a stub with defaults, unless there is an endpoint to test against. */
  public static CloudUnderTest open() {
    return open(AwsStub.builder());
  }

  /** Starts this stub, unless there is an endpoint to test against. */
  public static CloudUnderTest open(AwsStub.Builder embedded) {
    Optional<URI> external = AwsUnderTest.endpoint();
    if (external.isPresent()) {
      return new CloudUnderTest(Optional.empty(), external.get());
    }
    AwsStub stub = embedded.start();
    return new CloudUnderTest(Optional.of(stub), stub.endpoint());
  }

  public URI endpoint() {
    return endpoint;
  }

  /** The stub, which can inject faults; empty at an external endpoint. */
  public Optional<AwsStub> stub() {
    return stub;
  }

  /** Creates a bus. */
  public synchronized void createBus(String name) {
    events.createEventBus(r -> r.name(name));
    if (stub.isEmpty()) {
      cleanup.push(() -> deleteBus(name));
      buses.put(name, BusReader.open(events, sqs, name, AwsUnderTest.unique("reader")));
    }
  }

  /**
   * Creates a Custom Event Bus, and returns its ARN; empty at an external endpoint, where no
   * emulator has them yet.
   */
  public Optional<String> createCustomBus(String name) {
    return stub.map(embedded -> embedded.customBuses().create(name, Duration.ofDays(1)));
  }

  /** Deletes a bus, if it is still there, and forgets the events it accepted. */
  public void deleteBus(String name) {
    Optional.ofNullable(buses.remove(name)).ifPresent(BusReader::close);
    events.deleteEventBus(r -> r.name(name));
  }

  /** Creates a topic, a FIFO topic if its name ends in {@code .fifo}, and returns its ARN. */
  public String createTopic(String name) {
    return createTopic(name, Map.of());
  }

  /** Creates a topic with additional attributes, and returns its ARN. */
  public synchronized String createTopic(String name, Map<String, String> more) {
    String fifo = name.endsWith(".fifo") ? ".fifo" : "";
    Map<String, String> attributes = new HashMap<>(more);
    if (!fifo.isEmpty()) {
      attributes.put("FifoTopic", "true");
    }
    String arn = sns.createTopic(r -> r.name(name).attributes(attributes)).topicArn();
    if (stub.isEmpty()) {
      cleanup.push(() -> sns.deleteTopic(r -> r.topicArn(arn)));
      TopicReader reader = TopicReader.open(sns, sqs, arn, AwsUnderTest.unique("reader") + fifo);
      cleanup.push(reader::close);
      topics.put(name, reader);
    }
    return arn;
  }

  /** Creates a stream and waits until it is active. */
  public synchronized void createStream(String name, int shards) {
    kinesis.createStream(r -> r.streamName(name).shardCount(shards));
    if (stub.isEmpty()) {
      cleanup.push(() -> kinesis.deleteStream(r -> r.streamName(name)));
      kinesis.waiter().waitUntilStreamExists(r -> r.streamName(name));
      streams.put(name, new StreamReader(kinesis, name));
    }
  }

  /**
   * The events that a bus accepted. At an external endpoint this waits up to half a minute for at
   * least this many events; there, the order may differ from that of acceptance, and details are
   * equal as JSON, but not always character by character.
   */
  public List<AcceptedEvent> events(String bus, int atLeast) {
    return stub.map(embedded -> embedded.eventBridge().accepted(bus))
        .orElseGet(() -> reader(buses, bus).accepted(atLeast));
  }

  /** The events that a Custom Event Bus accepted; none at an external endpoint. */
  public List<AcceptedBusEvent> customEvents(String bus) {
    return stub.map(embedded -> embedded.eventBridgeV2().accepted(bus)).orElse(List.of());
  }

  /**
   * The messages that a topic accepted, by its name. At an external endpoint this waits up to half
   * a minute for at least this many messages, and the order holds only within the groups of a FIFO
   * topic.
   */
  public List<AcceptedMessage> messages(String topic, int atLeast) {
    return stub.map(embedded -> embedded.sns().accepted(topic))
        .orElseGet(() -> reader(topics, topic).accepted(atLeast));
  }

  /** The records that a stream accepted, in order for each partition key. */
  public List<AcceptedRecord> records(String stream) {
    return stub.map(embedded -> embedded.kinesis().accepted(stream))
        .orElseGet(() -> reader(streams, stream).accepted());
  }

  private static <R> R reader(Map<String, R> readers, String name) {
    return Optional.ofNullable(readers.get(name))
        .orElseThrow(() -> new IllegalArgumentException(name + " was not created by this object"));
  }

  @Override
  public synchronized void close() {
    try {
      while (!cleanup.isEmpty()) {
        cleanup.pop().run();
      }
    } finally {
      kinesis.close();
      sns.close();
      events.close();
      sqs.close();
      stub.ifPresent(AwsStub::close);
    }
  }
}
