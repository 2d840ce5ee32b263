package io.github.dynamooutbox.aws.bad;

import io.github.dynamooutbox.aws.AwsControl;
import io.github.dynamooutbox.aws.AwsTargets;
import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.localaws.DynamoDbLocal;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.stub.AwsStub;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.RelayBuilder;
import io.github.dynamooutbox.relay.RelayObserver;
import io.github.dynamooutbox.relay.ThreadEventLoop;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.sns.SnsClient;

/** The relay as it is deployed, with one target of each kind, and the services that it needs. */
final class Bench implements AutoCloseable {
  /** Aggregate types name targets. */
  private static final String CONFIG =
      """
      {"table": {"name": "orders"},
       "controlTable": {"name": "control"},
       "relay": {"regions": ["us-east-1"], "backoff": {"baseMillis": 1, "capMillis": 5}},
       "targets": {
         "bus":            {"type": "eventbridge", "busName": "orders", "ordered": true},
         "bare-bus":       {"type": "eventbridge", "busName": "orders", "envelope": "data"},
         "topic":          {"type": "sns", "topicArn": "ARN:news"},
         "bare-topic":     {"type": "sns", "topicArn": "ARN:news", "envelope": "data"},
         "fifo":           {"type": "sns", "topicArn": "ARN:billing.fifo"},
         "stream":         {"type": "kinesis", "streamName": "audit"},
         "bare-stream":    {"type": "kinesis", "streamName": "audit", "envelope": "data"},
         "small":          {"type": "kinesis", "streamName": "audit", "maxEntryBytes": 65536},
         "missing-bus":    {"type": "eventbridge", "busName": "missing"},
         "missing-topic":  {"type": "sns", "topicArn": "ARN:missing"},
         "missing-stream": {"type": "kinesis", "streamName": "missing"}},
       "routes": [
         {"match": {"aggregateType": ["bus"]}, "to": ["bus"]},
         {"match": {"aggregateType": ["bare-bus"]}, "to": ["bare-bus"]},
         {"match": {"aggregateType": ["topic"]}, "to": ["topic"]},
         {"match": {"aggregateType": ["bare-topic"]}, "to": ["bare-topic"]},
         {"match": {"aggregateType": ["fifo"]}, "to": ["fifo"]},
         {"match": {"aggregateType": ["stream"]}, "to": ["stream"]},
         {"match": {"aggregateType": ["bare-stream"]}, "to": ["bare-stream"]},
         {"match": {"aggregateType": ["small"]}, "to": ["small"]},
         {"match": {"aggregateType": ["missing-bus"]}, "to": ["missing-bus"]},
         {"match": {"aggregateType": ["missing-topic"]}, "to": ["missing-topic"]},
         {"match": {"aggregateType": ["missing-stream"]}, "to": ["missing-stream"]},
         {"match": {"aggregateType": ["dropped"]}, "drop": true}]}
      """;

  private final AwsStub stub = AwsStub.start();
  private final DynamoDbLocal dynamoDb = DynamoDbLocal.start();
  private final Map<String, String> settings =
      Map.of(
          "aws.endpointUrl", stub.endpoint().toString(),
          "aws.endpointUrlDynamoDb", dynamoDb.endpoint().toString(),
          "aws.region", stub.region(),
          "aws.accessKeyId", "local",
          "aws.secretAccessKey", "local");
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final ThreadEventLoop loop = new ThreadEventLoop("bad-events");
  private final RelayConfig config;
  private final AwsTargets targets;
  private final AwsControl control;

  Bench() {
    settings.forEach(System::setProperty);
    String arn = "arn:aws:sns:" + stub.region() + ":" + stub.accountId();
    config = RelayConfig.parse(CONFIG.replace("ARN", arn));
    create();
    targets = AwsTargets.open(config, executor, InstantSource.system());
    control = AwsControl.open(config, executor, InstantSource.system()).orElseThrow();
  }

  private void create() {
    try (DynamoDbClient tables = LocalClients.dynamoDb(dynamoDb.endpoint());
        EventBridgeClient buses = EventBridgeClient.create();
        SnsClient topics = SnsClient.create();
        KinesisClient streams = KinesisClient.create()) {
      ControlTable.create(tables, "control");
      buses.createEventBus(request -> request.name("orders"));
      topics.createTopic(request -> request.name("news"));
      topics.createTopic(
          request -> request.name("billing.fifo").attributes(Map.of("FifoTopic", "true")));
      streams.createStream(request -> request.streamName("audit").shardCount(1));
    }
  }

  Relay relay(boolean parks, RelayObserver observer) {
    RelayBuilder relay = config.relayBuilder(targets.all(), loop).observer(observer);
    return (parks ? control.equip(relay) : relay).build();
  }

  ControlTable controlTable() {
    return control.table();
  }

  ThreadEventLoop loop() {
    return loop;
  }

  AwsStub stub() {
    return stub;
  }

  @Override
  public void close() {
    loop.close();
    targets.close();
    control.close();
    executor.shutdownNow();
    settings.keySet().forEach(System::clearProperty);
    dynamoDb.close();
    stub.close();
  }
}
