package io.github.dynamooutbox.examples.demo.system;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.examples.orders.OrderService;
import io.github.dynamooutbox.testdynamodb.TestTable;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.services.eventbridge.model.Target;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.QueueAttributeName;

/**
 * What a deployment would create: the table with its stream, two buses, a FIFO topic, a data
 * stream, a queue, a Kafka topic and a bucket if they are targets, and queues behind buses and
 * topic from which the demo receives.
 *
 * @param targets the targets to which the relay publishes
 * @param controlTable the control table, if the relay is to park
 * @param streamArn ARN of the table's stream
 */
public record Resources(
    Set<DemoTarget> targets,
    String table,
    Optional<String> controlTable,
    String streamArn,
    String bus,
    String customBusArn,
    String topicArn,
    String dataStream,
    String queue,
    Optional<DemoTopic> kafka,
    Optional<DemoBucket> archive,
    String busQueueUrl,
    String customBusQueueUrl,
    String topicQueueUrl,
    String queueUrl) {
  private static final String TABLE = "orders";
  private static final String CONTROL_TABLE = "orders-control";
  private static final String NAME = "shop-events";
  private static final String BUS_QUEUE = NAME + "-of-bus";
  private static final String CUSTOM_BUS_QUEUE = NAME + "-of-custom-bus.fifo";

  /**
   * Not a FIFO queue, though it could be one: the demo checks the order in which the topic accepts
   * events, and ElasticMQ copies all it remembers of a FIFO queue with every message.
   */
  private static final String TOPIC_QUEUE = NAME + "-of-topic";

  /** Creates all resources; a control table only if the relay is to park. */
  public static Resources create(Endpoints aws, Set<DemoTarget> targets, boolean parking) {
    String streamArn = TestTable.named(TABLE).create(aws.dynamoDb());
    if (parking) {
      ControlTable.create(aws.dynamoDb(), CONTROL_TABLE);
    }
    String busQueueUrl = createBus(aws);
    String customBusArn = aws.stub().customBuses().create(NAME, Duration.ofDays(1));
    String customBusQueueUrl = subscribeInOrder(aws, customBusArn);
    String topicArn = createTopic(aws);
    String topicQueueUrl = subscribeQueue(aws, topicArn);
    aws.kinesis().createStream(stream -> stream.streamName(NAME).shardCount(2));
    String queueUrl = createQueue(aws.sqs(), NAME);
    return new Resources(
        targets,
        TABLE,
        parking ? Optional.of(CONTROL_TABLE) : Optional.empty(),
        streamArn,
        NAME,
        customBusArn,
        topicArn,
        NAME,
        NAME,
        aws.kafka(),
        aws.archive(),
        busQueueUrl,
        customBusQueueUrl,
        topicQueueUrl,
        queueUrl);
  }

  private static String createBus(Endpoints aws) {
    aws.eventBridge().createEventBus(bus -> bus.name(NAME));
    String queueUrl = createQueue(aws.sqs(), BUS_QUEUE);
    aws.eventBridge()
        .putRule(
            rule ->
                rule.name("all")
                    .eventBusName(NAME)
                    .eventPattern("{\"source\":[\"" + OrderService.SOURCE + "\"]}"));
    Target queue = Target.builder().id("queue").arn(queueArn(aws.sqs(), queueUrl)).build();
    aws.eventBridge().putTargets(rule -> rule.rule("all").eventBusName(NAME).targets(queue));
    return queueUrl;
  }

  /** A FIFO subscriber before a FIFO queue: the events of an aggregate stay in order. */
  private static String subscribeInOrder(Endpoints aws, String busArn) {
    String queueUrl =
        aws.sqs()
            .createQueue(
                queue ->
                    queue
                        .queueName(CUSTOM_BUS_QUEUE)
                        .attributes(Map.of(QueueAttributeName.FIFO_QUEUE, "true")))
            .queueUrl();
    aws.stub().customBuses().subscribe(busArn, queueArn(aws.sqs(), queueUrl), true, true);
    return queueUrl;
  }

  private static String createTopic(Endpoints aws) {
    return aws.sns()
        .createTopic(topic -> topic.name(NAME + ".fifo").attributes(Map.of("FifoTopic", "true")))
        .topicArn();
  }

  private static String subscribeQueue(Endpoints aws, String topicArn) {
    String queueUrl = createQueue(aws.sqs(), TOPIC_QUEUE);
    aws.sns()
        .subscribe(
            subscription ->
                subscription
                    .topicArn(topicArn)
                    .protocol("sqs")
                    .endpoint(queueArn(aws.sqs(), queueUrl))
                    .attributes(Map.of("RawMessageDelivery", "true")));
    return queueUrl;
  }

  private static String createQueue(SqsClient sqs, String name) {
    return sqs.createQueue(queue -> queue.queueName(name)).queueUrl();
  }

  private static String queueArn(SqsClient sqs, String url) {
    Map<QueueAttributeName, String> attributes =
        sqs.getQueueAttributes(
                queue -> queue.queueUrl(url).attributeNames(QueueAttributeName.QUEUE_ARN))
            .attributes();
    return Objects.requireNonNull(attributes.get(QueueAttributeName.QUEUE_ARN));
  }
}
