package io.github.dynamooutbox.examples.demo.system;

import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalSqs;
import io.github.dynamooutbox.localaws.stub.SqsQueueDelivery;
import io.github.dynamooutbox.testdynamodb.DynamoDbLocal;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * AWS on this machine, with clients: DynamoDB in its own process, the rest in this one; also a
 * Kafka broker and S3 in their own processes if they are needed.
 */
public final class Endpoints implements AutoCloseable {
  private final Closing closing = new Closing();
  private final DynamoDbLocal dynamoDbLocal;
  private final AwsStub stub;
  private final LocalSqs queues;
  private final DynamoDbClient dynamoDb;
  private final DynamoDbStreamsClient streams;
  private final SqsClient sqs;
  private final EventBridgeClient eventBridge;
  private final SnsClient sns;
  private final KinesisClient kinesis;
  private final Optional<DemoTopic> kafka;
  private final Optional<DemoBucket> archive;

  private Endpoints(long seed, Set<DemoTarget> targets) {
    try {
      // Each takes seconds to start, mostly in its own process, so they start in parallel.
      Optional<CompletableFuture<DemoTopic>> startingKafka =
          starting(targets.contains(DemoTarget.KAFKA), DemoTopic::start);
      Optional<CompletableFuture<DemoBucket>> startingArchive =
          starting(targets.contains(DemoTarget.ARCHIVE), DemoBucket::start);
      CompletableFuture<DynamoDbLocal> starting =
          CompletableFuture.supplyAsync(DynamoDbLocal::start);
      closing.later(endOf(starting));
      queues = closing.later(LocalSqs.start());
      sqs = closing.later(LocalClients.sqs(queues.endpoint()));
      dynamoDbLocal = starting.join();
      dynamoDb = closing.later(LocalClients.dynamoDb(dynamoDbLocal.endpoint()));
      streams = closing.later(LocalClients.dynamoDbStreams(dynamoDbLocal.streamsEndpoint()));
      stub = closing.later(AwsStub.builder().seed(seed).queues(SqsQueueDelivery.to(sqs)).start());
      URI aws = stub.endpoint();
      eventBridge = closing.later(LocalClients.configure(EventBridgeClient.builder(), aws).build());
      sns = closing.later(LocalClients.configure(SnsClient.builder(), aws).build());
      kinesis = closing.later(LocalClients.configure(KinesisClient.builder(), aws).build());
      kafka = startingKafka.map(CompletableFuture::join);
      archive = startingArchive.map(CompletableFuture::join);
    } catch (RuntimeException e) {
      closing.close();
      throw e;
    }
  }

  /**
   * Starts everything and returns once it responds, after a few seconds.
   *
   * @param seed seed of random faults
   * @param targets determine whether a broker and S3 are started
   */
  public static Endpoints start(long seed, Set<DemoTarget> targets) {
    return new Endpoints(seed, targets);
  }

  private <T extends AutoCloseable> Optional<CompletableFuture<T>> starting(
      boolean needed, Supplier<T> start) {
    if (!needed) {
      return Optional.empty();
    }
    CompletableFuture<T> starting = CompletableFuture.supplyAsync(start);
    closing.later(endOf(starting));
    return Optional.of(starting);
  }

  private static AutoCloseable endOf(CompletableFuture<? extends AutoCloseable> starting) {
    return () -> {
      Optional<? extends AutoCloseable> started =
          starting.handle((it, failure) -> Optional.ofNullable(it)).join();
      if (started.isPresent()) {
        started.get().close();
      }
    };
  }

  /** Environment variables with the endpoint of each service for a relay's SDK. */
  Map<String, String> environment() {
    Map<String, String> variables = new HashMap<>();
    variables.put("AWS_ENDPOINT_URL", stub.endpoint().toString());
    variables.put("AWS_ENDPOINT_URL_DYNAMODB", dynamoDbEndpoint().toString());
    variables.put("AWS_ENDPOINT_URL_DYNAMODB_STREAMS", streamsEndpoint().toString());
    variables.put("AWS_ENDPOINT_URL_SQS", queuesEndpoint().toString());
    archive.ifPresent(it -> variables.put("AWS_ENDPOINT_URL_S3", it.endpoint().toString()));
    return variables;
  }

  /** The endpoint of DynamoDB. */
  URI dynamoDbEndpoint() {
    return dynamoDbLocal.endpoint();
  }

  /** The endpoint of DynamoDB Streams. */
  URI streamsEndpoint() {
    return dynamoDbLocal.streamsEndpoint();
  }

  /** The endpoint of SQS. */
  URI queuesEndpoint() {
    return queues.endpoint();
  }

  /** The stub of EventBridge, SNS and Kinesis. */
  public AwsStub stub() {
    return stub;
  }

  /** A client of DynamoDB. */
  public DynamoDbClient dynamoDb() {
    return dynamoDb;
  }

  DynamoDbStreamsClient streams() {
    return streams;
  }

  /** A client of SQS. */
  public SqsClient sqs() {
    return sqs;
  }

  EventBridgeClient eventBridge() {
    return eventBridge;
  }

  SnsClient sns() {
    return sns;
  }

  public KinesisClient kinesis() {
    return kinesis;
  }

  Optional<DemoTopic> kafka() {
    return kafka;
  }

  Optional<DemoBucket> archive() {
    return archive;
  }

  @Override
  public void close() {
    closing.close();
  }
}
