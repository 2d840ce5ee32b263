package io.github.dynamooutbox.examples.demo.targets;

import io.github.dynamooutbox.examples.demo.system.Endpoints;
import io.github.dynamooutbox.examples.demo.system.Resources;
import java.util.List;

/** All targets of the demo, with a consumer behind each. Thread-safe. */
public final class WatchedTargets implements AutoCloseable {
  private final List<Receiver> receivers;
  private final List<WatchedTarget> all;

  /** Begins to receive. */
  public WatchedTargets(Endpoints aws, Resources resources) {
    Receiver bus =
        new Receiver(
            "bus", new QueueSource(aws.sqs(), resources.busQueueUrl(), EventIds::ofBusEvent));
    Receiver topic =
        new Receiver(
            "topic", new QueueSource(aws.sqs(), resources.topicQueueUrl(), EventIds::ofCloudEvent));
    Receiver stream =
        new Receiver("stream", new StreamSource(aws.kinesis(), resources.dataStream()));
    receivers = List.of(bus, topic, stream);
    all =
        List.of(
            new WatchedTarget("bus", "EventBridge", aws.stub().eventBridge(), bus),
            new WatchedTarget("topic", "SNS FIFO", aws.stub().sns(), topic),
            new WatchedTarget("stream", "Kinesis", aws.stub().kinesis(), stream));
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
