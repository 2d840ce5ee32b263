package io.github.dynamooutbox.benchmarks.system;

import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.FaultyGateway;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalService;
import io.github.dynamooutbox.localaws.LocalSqs;
import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import io.github.dynamooutbox.localaws.stub.SqsQueueDelivery;
import io.github.dynamooutbox.testdynamodb.TestTable;
import io.github.dynamooutbox.writer.Outbox;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.Target;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * Orders, the packaged function, an ordered bus, and consumers of a queue behind it; function,
 * consumers and DynamoDB Local are processes of their own.
 */
final class ChaosSystem implements AutoCloseable {
  private static final String TOTALS = "totals";

  /**
   * The function's timeout: long enough for a start, short enough to stop the function for longer.
   */
  static final Duration TIMEOUT = Duration.ofSeconds(10);

  /** The time after which the messages of a killed consumer are received again. */
  private static final int VISIBILITY_SECONDS = 2;

  /** A call of the function that did not finish its batch: what it published was in flight. */
  record Unfinished(Instant from, Instant to) {
    boolean contains(Instant moment) {
      return !moment.isBefore(from) && !moment.isAfter(to);
    }
  }

  /** Allowance for requests that the target had received when the process died. */
  private static final Duration END = Duration.ofMillis(300);

  private final LocalSqs queues = LocalSqs.start();
  private final SqsClient sqs = LocalClients.sqs(queues.endpoint());
  private final EmbeddedSystem embedded;
  private final FaultyGateway gateway;
  private final String queueUrl;
  private final LambdaProcess function;
  private final List<Unfinished> unfinished = new CopyOnWriteArrayList<>();
  private final EventSourceMapping mapping;
  private final List<LocalService> consumers = new ArrayList<>();

  /**
   * Starts everything.
   *
   * @param number the number of consumers
   */
  ChaosSystem(Path functionJar, long seed, int number) {
    embedded = new EmbeddedSystem(AwsStub.builder().seed(seed).queues(SqsQueueDelivery.to(sqs)));
    gateway = new FaultyGateway(embedded.endpoint());
    String unusedArn = TestTable.named(TOTALS).create(embedded.dynamoDb());
    queueUrl = createQueue();
    addRule();
    function =
        embedded
            .function(functionJar, gateway.endpoint())
            .classArchive(functionJar.resolveSibling("function.jsa"))
            .timeout(TIMEOUT)
            .build();
    for (int i = 0; i < number; i++) {
      consumers.add(startConsumer());
    }
    mapping = embedded.map(this::invoke, 200);
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

  /** Sends the bus's events to the queue. */
  private void addRule() {
    String queueArn =
        sqs.getQueueAttributes(
                queue -> queue.queueUrl(queueUrl).attributeNames(QueueAttributeName.QUEUE_ARN))
            .attributes()
            .getOrDefault(QueueAttributeName.QUEUE_ARN, "");
    try (EventBridgeClient buses =
        LocalClients.configure(EventBridgeClient.builder(), stub().endpoint()).build()) {
      buses.putRule(
          rule ->
              rule.name("all")
                  .eventBusName(EmbeddedSystem.BUS)
                  .eventPattern("{\"source\":[\"" + EmbeddedSystem.SOURCE + "\"]}"));
      Target queue = Target.builder().id("queue").arn(queueArn).build();
      buses.putTargets(rule -> rule.rule("all").eventBusName(EmbeddedSystem.BUS).targets(queue));
    }
  }

  private LocalService startConsumer() {
    return LocalService.start(
        "consumer",
        List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
        System.getProperty("java.class.path"),
        List.of(
            ConsumerMain.class.getName(),
            embedded.endpoint().toString(),
            queues.endpoint().toString(),
            TOTALS,
            queueUrl),
        Map.of(),
        line -> {});
  }

  Outbox outbox() {
    return embedded.outbox();
  }

  AwsStub stub() {
    return embedded.stub();
  }

  FaultyGateway gateway() {
    return gateway;
  }

  LambdaProcess function() {
    return function;
  }

  private byte[] invoke(byte[] event) throws FunctionError, InterruptedException {
    Instant from = Instant.now();
    boolean finished = false;
    try {
      byte[] answer = function.invoke(event);
      finished = new String(answer, StandardCharsets.UTF_8).equals("{\"batchItemFailures\":[]}");
      return answer;
    } finally {
      if (!finished) {
        unfinished.add(new Unfinished(from, Instant.now().plus(END)));
      }
    }
  }

  /** The calls that did not finish their batch and ended since then. */
  List<Unfinished> unfinishedSince(Instant since) {
    return unfinished.stream().filter(each -> each.to.isAfter(since)).toList();
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
    return embedded
        .dynamoDb()
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
    gateway.close();
    embedded.close();
    sqs.close();
    queues.close();
  }
}
