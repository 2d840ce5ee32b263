package io.github.dynamooutbox.examples.demo.targets;

import io.github.dynamooutbox.examples.demo.system.Closing;
import io.github.dynamooutbox.examples.demo.system.DemoBucket;
import io.github.dynamooutbox.examples.demo.system.DemoTarget;
import io.github.dynamooutbox.examples.demo.system.Endpoints;
import io.github.dynamooutbox.examples.demo.system.Resources;
import io.github.dynamooutbox.examples.demo.targets.ArchiveAcceptances.ArchiveSource;
import io.github.dynamooutbox.examples.demo.targets.QueueSource.QueueAcceptances;
import io.github.dynamooutbox.examples.demo.targets.WatchedTarget.Acceptance;
import io.github.dynamooutbox.examples.demo.targets.WatchedTarget.Acceptances;
import io.github.dynamooutbox.examples.demo.totals.OrderTotals;
import io.github.dynamooutbox.inbox.DeliveryMode;
import io.github.dynamooutbox.inbox.OnGap;
import io.github.dynamooutbox.inbox.OrderGuard;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import io.github.dynamooutbox.inbox.lambda.BatchSource;
import io.github.dynamooutbox.localaws.stub.AcceptanceLog;
import io.github.dynamooutbox.localaws.stub.Accepted;
import java.util.List;

/** The targets of a run, with a consumer behind each. Thread-safe. */
public final class WatchedTargets implements AutoCloseable {
  private final Endpoints aws;
  private final Resources resources;
  private final Closing closing = new Closing();
  private final List<WatchedTarget> all;

  /** Creates the consumers' tables and starts receiving. */
  public WatchedTargets(Endpoints aws, Resources resources) {
    this.aws = aws;
    this.resources = resources;
    all = resources.targets().stream().map(this::watch).toList();
  }

  private WatchedTarget watch(DemoTarget target) {
    return switch (target) {
      case BUS ->
          behindQueue(
              target,
              resources.busQueueUrl(),
              OnGap.WAIT,
              new StubAcceptances(aws.stub().eventBridge()));
      case CUSTOM -> customBus();
      case FIFO ->
          behindQueue(
              target, resources.topicQueueUrl(), OnGap.PARK, new StubAcceptances(aws.stub().sns()));
      case STREAM -> stream();
      case QUEUE -> queue();
      case KAFKA -> kafka();
      case ARCHIVE -> archive();
    };
  }

  private WatchedTarget behindQueue(
      DemoTarget target, String queueUrl, OnGap onGap, Acceptances acceptances) {
    OrderTotals totals = ofMessages(target, onGap);
    QueueSource source = new QueueSource(aws.sqs(), queueUrl, totals, message -> {});
    return new WatchedTarget(target, acceptances, receiver(target, source), totals);
  }

  /** Behind a FIFO subscriber and a FIFO queue, order holds up to the consumer. */
  private WatchedTarget customBus() {
    OrderTotals totals = ofRecords(DemoTarget.CUSTOM, BatchSource.SQS_FIFO);
    QueueSource source =
        new QueueSource(aws.sqs(), resources.customBusQueueUrl(), totals, message -> {});
    return new WatchedTarget(
        DemoTarget.CUSTOM,
        new StubAcceptances(aws.stub().eventBridgeV2()),
        receiver(DemoTarget.CUSTOM, source),
        totals);
  }

  private WatchedTarget queue() {
    String url = resources.queueUrl();
    QueueAcceptances acceptances = new QueueAcceptances(aws.sqs(), url);
    OrderTotals totals = ofMessages(DemoTarget.QUEUE, OnGap.WAIT);
    QueueSource source = new QueueSource(aws.sqs(), url, totals, acceptances::taken);
    return new WatchedTarget(
        DemoTarget.QUEUE, acceptances, receiver(DemoTarget.QUEUE, source), totals);
  }

  private WatchedTarget stream() {
    OrderTotals totals = ofRecords(DemoTarget.STREAM, BatchSource.KINESIS);
    StreamSource source = new StreamSource(aws.kinesis(), resources.dataStream(), totals);
    return new WatchedTarget(
        DemoTarget.STREAM,
        new StubAcceptances(aws.stub().kinesis()),
        receiver(DemoTarget.STREAM, source),
        totals);
  }

  private WatchedTarget kafka() {
    OrderTotals totals = ofRecords(DemoTarget.KAFKA, BatchSource.KINESIS);
    TopicSource source = closing.later(new TopicSource(resources.kafka().orElseThrow(), totals));
    return new WatchedTarget(
        DemoTarget.KAFKA, source.acceptances(), receiver(DemoTarget.KAFKA, source), totals);
  }

  private WatchedTarget archive() {
    ArchiveAcceptances acceptances =
        new ArchiveAcceptances(resources.archive().orElseThrow().client(), DemoBucket.NAME);
    OrderTotals totals = ofMessages(DemoTarget.ARCHIVE, OnGap.WAIT);
    ArchiveSource source = new ArchiveSource(acceptances, totals);
    return new WatchedTarget(
        DemoTarget.ARCHIVE, acceptances, receiver(DemoTarget.ARCHIVE, source), totals);
  }

  private Receiver receiver(DemoTarget target, Receiver.Source source) {
    return closing.later(new Receiver(target.toString(), source));
  }

  private OrderTotals ofMessages(DemoTarget target, OnGap onGap) {
    return OrderTotals.create(
        aws.dynamoDb(),
        target.toString(),
        BatchSource.SQS,
        inbox -> inbox.order(OrderGuard.everyEvent(DeliveryMode.SINGLE, onGap)));
  }

  private OrderTotals ofRecords(DemoTarget target, BatchSource batches) {
    return OrderTotals.create(
        aws.dynamoDb(),
        target.toString(),
        batches,
        inbox -> inbox.orderByCursorOnly(OrderGuard.everyEvent(DeliveryMode.IN_ORDER, OnGap.PARK)));
  }

  public List<WatchedTarget> all() {
    return all;
  }

  /**
   * The number of events that all targets have accepted, which grows while the relay makes
   * progress.
   */
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
    closing.close();
  }

  /** What the stub has accepted for a service. */
  private record StubAcceptances(AcceptanceLog<? extends Accepted> log) implements Acceptances {
    @Override
    public long count() {
      return log.count();
    }

    @Override
    public List<Acceptance> accepted() {
      return log.accepted().stream()
          .map(entry -> new Acceptance(Envelopes.cloudEvent(entry.body()).id(), entry.acceptedAt()))
          .toList();
    }
  }
}
