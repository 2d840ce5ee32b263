package io.github.dynamooutbox.benchmarks.chaos;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.FaultyGateway;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalService;
import io.github.dynamooutbox.localaws.LocalSqs;
import io.github.dynamooutbox.localaws.dynamodb.DynamoDbLocal;
import io.github.dynamooutbox.localaws.dynamodb.TestTable;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import io.github.dynamooutbox.localaws.stub.SqsQueueDelivery;
import io.github.dynamooutbox.writer.Outbox;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.Target;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * Orders, the packaged function, an ordered bus, and consumers of a queue behind it; function,
 * consumers and DynamoDB Local are processes of their own.
 */
final class ChaosSystem implements AutoCloseable {
  private static final String TABLE = "orders";
  private static final String CONTROL_TABLE = "orders-control";
  private static final String TOTALS = "totals";
  private static final String BUS = "orders-bus";
  private static final String SOURCE = "/shop/orders";

  /**
   * The function's timeout: long enough for a start, short enough to stop the function for longer.
   */
  static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** The time after which the messages of a killed consumer are received again. */
  private static final int VISIBILITY_SECONDS = 2;

  private static final String CONFIGURATION =
      """
      {"table": {"name": "%s"},
       "controlTable": {"name": "%s"},
       "targets": {"bus": {"type": "eventbridge", "busName": "%s", "ordered": true}},
       "routes": [{"to": ["bus"]}]}
      """
          .formatted(TABLE, CONTROL_TABLE, BUS);

  private final DynamoDbLocal server = DynamoDbLocal.start();
  private final LocalSqs queues = LocalSqs.start();
  private final SqsClient sqs = ConsumerMain.sqs(queues.endpoint());
  private final DynamoDbClient dynamoDb = LocalClients.dynamoDb(server.endpoint());
  private final DynamoDbStreamsClient streams =
      LocalClients.configure(DynamoDbStreamsClient.builder(), server.streamsEndpoint()).build();
  private final FaultyGateway gateway = new FaultyGateway(server.endpoint());
  private final AwsStub stub;
  private final String queueUrl;
  private final LambdaProcess function;
  private final WatchedFunction watched;
  private final EventSourceMapping mapping;
  private final List<LocalService> consumers = new ArrayList<>();

  /**
   * Starts everything.
   *
   * @param number the number of consumers
   */
  ChaosSystem(Path functionJar, long seed, int number) {
    stub = AwsStub.builder().seed(seed).queues(SqsQueueDelivery.to(sqs)).start();
    String streamArn = TestTable.named(TABLE).create(dynamoDb);
    String unusedArn = TestTable.named(TOTALS).create(dynamoDb);
    ControlTable.create(dynamoDb, CONTROL_TABLE);
    queueUrl = createQueue();
    createBus();
    function =
        LambdaProcess.builder(
                "io.github.dynamooutbox.lambda.StreamRelayHandler::handleRequest", functionJar)
            .name("relay")
            .classArchive(functionJar.resolveSibling("function.jsa"))
            .timeout(TIMEOUT)
            .environment(
                Map.of(
                    "OUTBOX_CONFIG",
                    CONFIGURATION,
                    "AWS_ENDPOINT_URL",
                    stub.endpoint().toString(),
                    "AWS_ENDPOINT_URL_DYNAMODB",
                    gateway.endpoint().toString()))
            .build();
    watched = new WatchedFunction(function);
    for (int i = 0; i < number; i++) {
      consumers.add(startConsumer());
    }
    mapping =
        EventSourceMapping.builder(streams, streamArn, watched)
            .reportItemFailures()
            .batchSize(200)
            .start();
  }

  private String createQueue() {
    return sqs.createQueue(
            queue ->
                queue
                    .queueName(TOTALS)
                    .attributes(
                        Map.of(
                            QueueAttributeName.VISIBILITY_TIMEOUT,
                            Integer.toString(VISIBILITY_SECONDS))))
        .queueUrl();
  }

  private void createBus() {
    String queueArn =
        sqs.getQueueAttributes(
                queue -> queue.queueUrl(queueUrl).attributeNames(QueueAttributeName.QUEUE_ARN))
            .attributes()
            .getOrDefault(QueueAttributeName.QUEUE_ARN, "");
    try (EventBridgeClient buses =
        LocalClients.configure(EventBridgeClient.builder(), stub.endpoint()).build()) {
      buses.createEventBus(bus -> bus.name(BUS));
      buses.putRule(
          rule ->
              rule.name("all").eventBusName(BUS).eventPattern("{\"source\":[\"" + SOURCE + "\"]}"));
      Target queue = Target.builder().id("queue").arn(queueArn).build();
      buses.putTargets(rule -> rule.rule("all").eventBusName(BUS).targets(queue));
    }
  }

  private LocalService startConsumer() {
    return LocalService.start(
        "consumer",
        List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
        System.getProperty("java.class.path"),
        List.of(
            ConsumerMain.class.getName(),
            server.endpoint().toString(),
            queues.endpoint().toString(),
            TOTALS,
            queueUrl),
        Map.of(),
        line -> {});
  }

  Outbox outbox() {
    return Outbox.builder(dynamoDb).table(TABLE).source(SOURCE).build();
  }

  AwsStub stub() {
    return stub;
  }

  FaultyGateway gateway() {
    return gateway;
  }

  LambdaProcess function() {
    return function;
  }

  WatchedFunction watched() {
    return watched;
  }

  /** Kills a consumer and starts another. */
  void replaceConsumer(int place) {
    LocalService victim = consumers.remove(place % consumers.size());
    victim.close();
    consumers.add(startConsumer());
  }

  /** The state, for error messages. */
  String state() {
    return mapping.progress()
        + ", "
        + function.starts()
        + " starts, last failure "
        + mapping.lastFailure().map(Exception::toString).orElse("none");
  }

  /** How often an order changed, according to the consumers. */
  int changes(String order) {
    return dynamoDb
        .getItem(get -> get.tableName(TOTALS).key(ConsumerMain.key(order)).consistentRead(true))
        .item()
        .entrySet()
        .stream()
        .filter(each -> each.getKey().equals(ConsumerMain.CHANGES))
        .mapToInt(each -> Integer.parseInt(each.getValue().n()))
        .sum();
  }

  @Override
  public void close() {
    mapping.close();
    function.close();
    consumers.forEach(LocalService::close);
    streams.close();
    stub.close();
    sqs.close();
    queues.close();
    gateway.close();
    dynamoDb.close();
    server.close();
  }
}
