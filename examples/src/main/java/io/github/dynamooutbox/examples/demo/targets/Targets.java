package io.github.dynamooutbox.examples.demo.targets;

import io.github.dynamooutbox.examples.demo.system.Endpoints;
import io.github.dynamooutbox.examples.demo.system.Resources;
import java.util.List;

/** All targets of the demo, with a consumer behind each. Thread-safe. */
public final class Targets implements AutoCloseable {
  private final List<Receiver> receivers;
  private final List<Target> all;

  /** Begins to receive. */
  public Targets(Endpoints aws, Resources resources) {
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
            new Target("bus", "EventBridge", aws.stub().eventBridge(), bus),
            new Target("topic", "SNS FIFO", aws.stub().sns(), topic),
            new Target("stream", "Kinesis", aws.stub().kinesis(), stream));
  }

  public List<Target> all() {
    return all;
  }

  /** Events that targets took, all together: what grows while the relay gets on. */
  public long published() {
    return all.stream().mapToLong(Target::published).sum();
  }

  /** Events that consumers got, all together. */
  public long received() {
    return all.stream().mapToLong(Target::received).sum();
  }

  /** Stops receiving; what was received stays readable. */
  @Override
  public void close() {
    receivers.forEach(Receiver::close);
  }
}
