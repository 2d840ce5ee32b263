package io.github.dynamooutbox.infra;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awscdk.Annotations;
import software.amazon.awscdk.CfnResource;
import software.amazon.awscdk.CfnResourceProps;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.AlarmProps;
import software.amazon.awscdk.services.cloudwatch.ComparisonOperator;
import software.amazon.awscdk.services.cloudwatch.IMetric;
import software.amazon.awscdk.services.cloudwatch.MathExpression;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.cloudwatch.TreatMissingData;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.lambda.IFunction;
import software.amazon.awscdk.services.sqs.IQueue;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.QueueEncryption;
import software.constructs.Construct;

/**
 * A subscriber of a Custom Event Bus that hands each aggregate's events on in order, {@code
 * WITH_METADATA}, for {@code inbox-lib}: to a FIFO queue, or to a function. It begins with the
 * oldest event that the bus retains, and tries for as long as EventBridge allows: 185 attempts
 * within 24 hours. What then still fails leaves a record without the payload in the {@link
 * #deadLetters} queue, and the subscriber continues with the next event of the group.
 *
 * <p>Name, bus, target, type and starting position replace the subscriber when they change: it is
 * deleted first, so events are missed until the new one exists, and delivered again from the
 * beginning of the retention. A warning says so; acknowledge it as {@link #GAP}. From
 * CloudFormation's reference; not deployed yet.
 */
public final class BusSubscriber extends Construct {
  /** The id of the warning about replaced subscribers. */
  public static final String GAP = "dynamo-outbox:subscriber-gap";

  private static final String TYPE = "AWS::EventsV2::Subscriber";

  /** API reference, RetryPolicy: the most. */
  private static final int ATTEMPTS = 185;

  private static final int SECONDS = 86_400;

  /**
   * How long deliveries may lag. AWS's pages name no unit; were it not seconds, it is too early.
   */
  private static final int LATE_SECONDS = 300;

  private final String bus;
  private final CfnResource subscriber;
  private final Queue deadLetters;
  private final List<Alarm> alarms;

  private BusSubscriber(
      Construct scope,
      String id,
      String name,
      CustomEventBus bus,
      Role role,
      String target,
      Map<String, Object> parameters) {
    super(scope, id);
    Map<String, Object> invoke = new TreeMap<>(parameters);
    invoke.put("RoleArn", role.getRoleArn());
    invoke.put("TargetArn", target);
    this.bus = bus.arn();
    this.deadLetters =
        Queue.Builder.create(this, "DeadLetters")
            .encryption(QueueEncryption.SQS_MANAGED)
            .retentionPeriod(Duration.days(14))
            .enforceSsl(true)
            .build();
    NagSuppression.because(deadLetters, "AwsSolutions-SQS3", "It is a dead-letter queue.");
    // Without this right failures leave no trace.
    deadLetters.grantSendMessages(role);
    this.subscriber =
        new CfnResource(
            this,
            "Resource",
            CfnResourceProps.builder().type(TYPE).properties(properties(name, invoke)).build());
    CustomEventBus.isNewerThanTheCdk(subscriber);
    subscriber.getNode().addDependency(role);
    bus.oneAfterTheOther(subscriber);
    this.alarms =
        List.of(
            alarm("BacklogAge", "ApproximateBacklogAge", "Maximum", LATE_SECONDS),
            alarm("Dropped", "EventsDropped", "Sum", 1),
            alarm("NoTrace", "OnFailureDestinationFailed", "Sum", 1));
    Annotations.of(this)
        .addWarningV2(
            GAP,
            "a changed name, bus, target, type or starting position replaces this subscriber:"
                + " events are missed until the new one exists; see docs/which-bus.md");
  }

  /**
   * Delivers to a FIFO queue, whose groups are the event groups.
   *
   * @param name of the subscriber, unique on the bus
   * @throws IllegalArgumentException if it is a standard queue, which keeps no order
   */
  public static BusSubscriber toQueue(
      Construct scope, String id, String name, CustomEventBus bus, IQueue queue) {
    if (!Boolean.TRUE.equals(queue.getFifo())) {
      throw new IllegalArgumentException(
          "subscriber " + name + ": the queue is no FIFO queue, and would lose the order");
    }
    Role role = role(scope, id);
    queue.grantSendMessages(role);
    return new BusSubscriber(
        scope,
        id,
        name,
        bus,
        role,
        queue.getQueueArn(),
        Map.of(
            "SqsParameters",
            new TreeMap<>(
                Map.of(
                    "MessageGroupId", "{% $events.SystemMetadata.EventGroupId %}",
                    "MessageDeduplicationId", "{% $events.SystemMetadata.`aws:EventId` %}"))));
  }

  /**
   * Invokes a function, and waits for its answer: with {@code EVENT} Lambda's own queue would lose
   * the order.
   *
   * @param name of the subscriber, unique on the bus
   */
  public static BusSubscriber toFunction(
      Construct scope, String id, String name, CustomEventBus bus, IFunction function) {
    Role role = role(scope, id);
    function.grantInvoke(role);
    return new BusSubscriber(
        scope,
        id,
        name,
        bus,
        role,
        function.getFunctionArn(),
        Map.of("LambdaParameters", Map.of("InvocationType", "REQUEST_RESPONSE")));
  }

  private static Role role(Construct scope, String id) {
    return Role.Builder.create(scope, id + "Delivery")
        .assumedBy(
            ServicePrincipal.Builder.create("events.amazonaws.com")
                .conditions(
                    Map.of(
                        "StringEquals", Map.of("aws:SourceAccount", Stack.of(scope).getAccount())))
                .build())
        .build();
  }

  private Map<String, Object> properties(String name, Map<String, Object> invoke) {
    Map<String, Object> properties = new TreeMap<>();
    properties.put("Name", name);
    properties.put("EventBusArn", bus);
    properties.put("Type", "FIFO");
    properties.put("StartingPosition", "POINT_IN_TIME");
    properties.put("PointInTimeConfiguration", Map.of("PointType", "HORIZON"));
    properties.put("Transformer", Map.of("Type", "WITH_METADATA"));
    properties.put(
        "RetryPolicy",
        new TreeMap<>(Map.of("MaxRetryAttempts", ATTEMPTS, "MaxEventAgeInSeconds", SECONDS)));
    properties.put("OnFailureConfiguration", Map.of("Arn", deadLetters.getQueueArn()));
    properties.put("InvokeConfiguration", invoke);
    return properties;
  }

  /** Its ARN. */
  public String arn() {
    return subscriber.getAtt("SubscriberArn").toString();
  }

  /** Records of what was given up: where it was in the bus, and why. They have no payload. */
  public Queue deadLetters() {
    return deadLetters;
  }

  /** Alarms of the backlog's age, dropped events, and failures without a trace; without actions. */
  public List<Alarm> alarms() {
    return alarms;
  }

  private Alarm alarm(String id, String metric, String statistic, int threshold) {
    return new Alarm(
        this,
        id,
        AlarmProps.builder()
            .metric(metric(metric, statistic))
            .threshold(threshold)
            .evaluationPeriods(1)
            .comparisonOperator(ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD)
            .treatMissingData(TreatMissingData.NOT_BREACHING)
            .alarmDescription(metric + " of a subscriber of the bus")
            .build());
  }

  /** The user guide has ARNs as dimensions, AWS's agent toolkit names with ids: whichever it is. */
  private IMetric metric(String name, String statistic) {
    return MathExpression.Builder.create()
        .expression("MAX([FILL(byarn, 0), FILL(byid, 0)])")
        .label(name)
        .usingMetrics(
            new TreeMap<>(
                Map.of(
                    "byarn", metric(name, statistic, bus, arn()),
                    "byid",
                        metric(
                            name,
                            statistic,
                            CustomEventBus.afterKind(bus, "event-busv2/"),
                            CustomEventBus.afterKind(arn(), "subscriber/")))))
        .period(Duration.minutes(5))
        .build();
  }

  private static Metric metric(String name, String statistic, String bus, String subscriber) {
    return Metric.Builder.create()
        .namespace("AWS/EventsV2")
        .metricName(name)
        .dimensionsMap(new TreeMap<>(Map.of("EventBus", bus, "Subscriber", subscriber)))
        .statistic(statistic)
        .period(Duration.minutes(5))
        .build();
  }
}
