package io.github.dynamooutbox.aws.bad;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.aws.host.AwsTargets;
import io.github.dynamooutbox.aws.internal.targets.QueuesUnderTest;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.CloudUnderTest;
import io.github.dynamooutbox.localaws.DynamoDbUnderTest;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Faults;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.RelayBuilder;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The relay as it is deployed, with one target of each kind, and the services that it needs. */
final class Bench implements AutoCloseable {
  /** Aggregate types name targets. */
  private static final String CONFIG =
      """
      {"table": {"name": "orders"},
       "controlTable": {"name": "CONTROL"},
       "relay": {"regions": ["us-east-1"], "backoff": {"baseMillis": 1, "capMillis": 5}},
       "targets": {
         "bus":            {"type": "eventbridge", "busName": "BUS", "ordered": true},
         "bare-bus":       {"type": "eventbridge", "busName": "BUS", "envelope": "data"},
         "topic":          {"type": "sns", "topicArn": "NEWS"},
         "bare-topic":     {"type": "sns", "topicArn": "NEWS", "envelope": "data"},
         "fifo":           {"type": "sns", "topicArn": "BILLING"},
         "stream":         {"type": "kinesis", "streamName": "AUDIT"},
         "bare-stream":    {"type": "kinesis", "streamName": "AUDIT", "envelope": "data"},
         "small":          {"type": "kinesis", "streamName": "AUDIT", "maxEntryBytes": 65536},
         "strict-bus":     {"type": "eventbridge", "busName": "BUS-strict"},
         "proxied-bus":    {"type": "eventbridge", "busName": "BUS-proxied"},
         "missing-bus":    {"type": "eventbridge", "busName": "BUS-missing"},
         "missing-topic":  {"type": "sns", "topicArn": "NEWS-missing"},
         "missing-stream": {"type": "kinesis", "streamName": "AUDIT-missing"},
         "queue":          {"type": "sqs", "queueName": "WORK", "maxEntryBytes": 65536},
         "bare-queue":     {"type": "sqs", "queueName": "WORK", "envelope": "data"},
         "fifo-queue":     {"type": "sqs", "queueName": "WORK.fifo"},
         "missing-queue":  {"type": "sqs", "queueName": "WORK-missing"}},
       "routes": [
         {"match": {"aggregateType": ["bus"]}, "to": ["bus"]},
         {"match": {"aggregateType": ["bare-bus"]}, "to": ["bare-bus"]},
         {"match": {"aggregateType": ["topic"]}, "to": ["topic"]},
         {"match": {"aggregateType": ["bare-topic"]}, "to": ["bare-topic"]},
         {"match": {"aggregateType": ["fifo"]}, "to": ["fifo"]},
         {"match": {"aggregateType": ["stream"]}, "to": ["stream"]},
         {"match": {"aggregateType": ["bare-stream"]}, "to": ["bare-stream"]},
         {"match": {"aggregateType": ["small"]}, "to": ["small"]},
         {"match": {"aggregateType": ["strict-bus"]}, "to": ["strict-bus"]},
         {"match": {"aggregateType": ["proxied-bus"]}, "to": ["proxied-bus"]},
         {"match": {"aggregateType": ["missing-bus"]}, "to": ["missing-bus"]},
         {"match": {"aggregateType": ["missing-topic"]}, "to": ["missing-topic"]},
         {"match": {"aggregateType": ["missing-stream"]}, "to": ["missing-stream"]},
         {"match": {"aggregateType": ["queue"]}, "to": ["queue"]},
         {"match": {"aggregateType": ["bare-queue"]}, "to": ["bare-queue"]},
         {"match": {"aggregateType": ["fifo-queue"]}, "to": ["fifo-queue"]},
         {"match": {"aggregateType": ["missing-queue"]}, "to": ["missing-queue"]},
         {"match": {"aggregateType": ["dropped"]}, "drop": true}]}
      """;

  private static final Set<String> NEED_FAULTS = Set.of("strict-bus", "proxied-bus");

  private static final String CONTROL = AwsUnderTest.unique("control");
  private static final String BUS = AwsUnderTest.unique("bus");
  private static final String AUDIT = AwsUnderTest.unique("stream");
  private static final String WORK = AwsUnderTest.unique("work");

  private final CloudUnderTest aws = CloudUnderTest.open();
  private final QueuesUnderTest queues = new QueuesUnderTest();
  private final DynamoDbUnderTest dynamoDb = DynamoDbUnderTest.open();
  private final Map<String, String> settings = new HashMap<>();
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private final ThreadEventLoop loop = new ThreadEventLoop("bad-events");
  private final RelayConfig config;
  private final AwsTargets targets;
  private final AwsControl control;

  Bench() {
    settings.putAll(AwsUnderTest.properties(aws.endpoint()));
    settings.put("aws.endpointUrlDynamoDb", dynamoDb.endpoint().toString());
    settings.put("aws.endpointUrlSqs", queues.endpoint().toString());
    settings.forEach(System::setProperty);
    queues.create(WORK);
    queues.create(WORK + ".fifo");
    ControlTable.create(dynamoDb.client(), CONTROL);
    dynamoDb.created(CONTROL);
    aws.createBus(BUS);
    aws.createBus(BUS + "-strict");
    aws.createBus(BUS + "-proxied");
    aws.stub().map(AwsStub::faults).ifPresent(Bench::inject);
    aws.createStream(AUDIT, 1);
    config =
        RelayConfig.parse(
            CONFIG
                .replace("NEWS", aws.createTopic(AwsUnderTest.unique("news")))
                .replace("BILLING", aws.createTopic(AwsUnderTest.unique("billing") + ".fifo"))
                .replace("CONTROL", CONTROL)
                .replace("BUS", BUS)
                .replace("WORK", WORK)
                .replace("AUDIT", AUDIT));
    targets = AwsTargets.open(config, executor, InstantSource.system());
    control = AwsControl.open(config, executor, InstantSource.system()).orElseThrow();
  }

  /** A bus whose policy forbids a type and a source, and one behind a proxy that refuses it all. */
  private static void inject(Faults faults) {
    When puts = When.on(Service.EVENTBRIDGE).action("PutEvents");
    When strict = puts.target(BUS + "-strict");
    faults.inject(
        strict,
        Fault.failEntries(
            entry -> entry.key().equals("Forbidden"),
            EntryError.rejected("NotAuthorizedForDetailTypeException")));
    faults.inject(
        strict,
        Fault.failEntries(
            entry -> entry.body().contains("/forbidden"),
            EntryError.rejected("NotAuthorizedForSourceException")));
    faults.inject(puts.target(BUS + "-proxied"), Fault.fail(400, ""));
  }

  /** Whether the services can show what this target does. */
  boolean has(String target) {
    return aws.stub().isPresent() || !NEED_FAULTS.contains(target);
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

  @Override
  public void close() {
    loop.close();
    targets.close();
    control.close();
    executor.shutdownNow();
    settings.keySet().forEach(System::clearProperty);
    dynamoDb.close();
    queues.close();
    aws.close();
  }
}
