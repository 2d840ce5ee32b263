package io.github.dynamooutbox.examples.demo.targets;

import io.github.dynamooutbox.examples.demo.system.Endpoints;
import io.github.dynamooutbox.examples.demo.system.Resources;
import io.github.dynamooutbox.examples.demo.totals.OrderTotals;
import io.github.dynamooutbox.inbox.DeliveryMode;
import io.github.dynamooutbox.inbox.OnGap;
import io.github.dynamooutbox.inbox.OrderGuard;
import io.github.dynamooutbox.inbox.lambda.BatchSource;
import java.util.List;

/** All targets of the demo, with a consumer behind each. Thread-safe. */
public final class WatchedTargets implements AutoCloseable {
  private final List<Receiver> receivers;
  private final List<WatchedTarget> all;

  /** Creates the consumers' tables and begins to receive. */
  public WatchedTargets(Endpoints aws, Resources resources) {
    OrderTotals ofBus =
        OrderTotals.create(
            aws.dynamoDb(),
            "bus",
            BatchSource.SQS,
            inbox -> inbox.order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.WAIT)));
    OrderTotals ofTopic =
        OrderTotals.create(
            aws.dynamoDb(),
            "topic",
            BatchSource.SQS,
            inbox -> inbox.order(OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.PARK)));
    OrderTotals ofStream =
        OrderTotals.create(
            aws.dynamoDb(),
            "stream",
            BatchSource.KINESIS,
            inbox ->
                inbox.orderByCursorOnly(OrderGuard.everyEvent(DeliveryMode.IN_ORDER, OnGap.PARK)));
    Receiver bus = new Receiver("bus", new QueueSource(aws.sqs(), resources.busQueueUrl(), ofBus));
    Receiver topic =
        new Receiver("topic", new QueueSource(aws.sqs(), resources.topicQueueUrl(), ofTopic));
    Receiver stream =
        new Receiver("stream", new StreamSource(aws.kinesis(), resources.dataStream(), ofStream));
    receivers = List.of(bus, topic, stream);
    all =
        List.of(
            new WatchedTarget("bus", "EventBridge", aws.stub().eventBridge(), bus, ofBus),
            new WatchedTarget("topic", "SNS FIFO", aws.stub().sns(), topic, ofTopic),
            new WatchedTarget("stream", "Kinesis", aws.stub().kinesis(), stream, ofStream));
  }

  public List<WatchedTarget> all() {
    return all;
  }

  /** The number of events that all targets accepted: grows while the relay makes progress. */
  public long published() {
    return all.stream().mapToLong(WatchedTarget::published).sum();
  }

  /** The number of events that all consumers received. */
  public long received() {
    return all.stream().mapToLong(WatchedTarget::received).sum();
  }

  /** Stops receiving; what was received stays readable. */
  @Override
  public void close() {
    receivers.forEach(Receiver::close);
  }
}
