package io.github.dynamooutbox.kcl.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.CloudUnderTest;
import io.github.dynamooutbox.localaws.DynamoDbUnderTest;
import io.github.dynamooutbox.localaws.stub.Faults;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.testdynamodb.TestTable;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

/** A table, its stream, four kinds of targets, and workers as processes. */
final class KclSystem implements AutoCloseable {
  static final String BUS = AwsUnderTest.unique("bus");
  static final String CUSTOM_BUS = AwsUnderTest.unique("shop");
  static final String TOPIC = AwsUnderTest.unique("billing") + ".fifo";
  static final String STREAM = AwsUnderTest.unique("audit");
  static final String APPLICATION = AwsUnderTest.unique("relay");
  static final String CONTROL_TABLE = AwsUnderTest.unique("control");
  static final Duration PATIENCE = Duration.ofMinutes(2);

  private static final String TABLE = AwsUnderTest.unique("orders");
  private static final String CUSTOM =
      """
      "shop": {"type": "eventbridgev2", "busArn": "%s"},
      """;
  private static final String CONFIG =
      """
      {"table": {"name": "%s"},
       "controlTable": {"name": "%s"},
       "relay": {"callTimeoutMillis": 10000},
       "targets": {
         "bus": {"type": "eventbridge", "busName": "%s", "ordered": true},
         "billing": {"type": "sns", "topicArn": "%s"},
         %s
         "audit": {"type": "kinesis", "streamName": "%s"}},
       "routes": [
         {"match": {"type": [{"prefix": "Order"}]}, "to": [%s "bus", "billing", "audit"]}]}
      """;

  final CloudUnderTest aws = CloudUnderTest.open(AwsStub.builder().seed(42));
  final DynamoDbUnderTest server = DynamoDbUnderTest.open();
  final DynamoDbClient dynamoDb;
  final Optional<ShardedStream> stream;

  private final List<WorkerProcess> workers = Collections.synchronizedList(new ArrayList<>());
  private final Outbox outbox;
  private final Optional<String> customBusArn;
  private final String topic;
  private final String classArchive;

  KclSystem() {
    this(0);
  }

  /**
   * @param shards how many shards the stream has at first; 0: DynamoDB Local's stream as it is
   */
  KclSystem(int shards) {
    this(shards, ClassArchive.option());
  }

  /**
   * Creates a system whose worker writes the class archive that all others use.
   *
   * @param option the JVM option that writes it
   */
  static KclSystem archiving(String option) {
    return new KclSystem(0, option);
  }

  private KclSystem(int shards, String classArchive) {
    this.classArchive = classArchive;
    dynamoDb = server.client();
    outbox =
        Outbox.builder(dynamoDb)
            .table(TABLE)
            .source("/shop/orders")
            .commitTimeout(PATIENCE)
            .build();
    createTable(TABLE);
    ControlTable.create(dynamoDb, CONTROL_TABLE);
    server.created(CONTROL_TABLE);
    server.createdByOthers(APPLICATION);
    aws.createBus(BUS);
    aws.createStream(STREAM, 2);
    customBusArn = aws.createCustomBus(CUSTOM_BUS);
    topic = aws.createTopic(TOPIC);
    stream =
        shards == 0
            ? Optional.empty()
            : Optional.of(
                new ShardedStream(
                    new LocalStream(
                        server.endpoint(),
                        dynamoDb
                            .describeTable(request -> request.tableName(TABLE))
                            .table()
                            .latestStreamArn()),
                    shards));
  }

  /** Injects faults into the targets; skips the test if they do not support that. */
  Faults faults() {
    assumeTrue(aws.stub().isPresent(), "only the stub can inject faults");
    return aws.stub().orElseThrow().faults();
  }

  /** Starts a worker with this name. */
  WorkerProcess start(String name, String... arguments) {
    return start(Map.of(), name, arguments);
  }

  /** Starts a worker with these environment variables; an empty value removes a variable. */
  WorkerProcess start(Map<String, String> other, String name, String... arguments) {
    return start(List.of(), other, name, arguments);
  }

  /** Starts a worker with these words before its command. */
  WorkerProcess start(
      List<String> before, Map<String, String> other, String name, String... arguments) {
    List<String> all = new ArrayList<>(List.of("--worker", name, "--http", "127.0.0.1:0"));
    all.addAll(List.of(arguments));
    if (!all.contains("--application")) {
      all.addAll(List.of("--application", APPLICATION));
    }
    Map<String, String> environment = new HashMap<>(environment());
    environment.putAll(other);
    environment.values().removeIf(String::isEmpty);
    WorkerProcess worker = WorkerProcess.start(before, classArchive, environment, all);
    workers.add(worker);
    return worker;
  }

  /** Runs the service to its end, with these arguments. */
  WorkerProcess run(String... arguments) {
    WorkerProcess worker =
        WorkerProcess.start(List.of(), classArchive, environment(), List.of(arguments));
    workers.add(worker);
    worker.awaitExit(PATIENCE);
    return worker;
  }

  /** Switches the table's stream off and on, which creates a new one. */
  void replaceStream() {
    dynamoDb.updateTable(
        request -> request.tableName(TABLE).streamSpecification(s -> s.streamEnabled(false)));
    await(() -> "the stream is not off", () -> viewType().isEmpty());
    dynamoDb.updateTable(
        request ->
            request
                .tableName(TABLE)
                .streamSpecification(
                    s -> s.streamEnabled(true).streamViewType(StreamViewType.NEW_IMAGE)));
    await(() -> "the stream is not on", () -> viewType().isPresent());
  }

  private Optional<StreamViewType> viewType() {
    return Optional.ofNullable(
            dynamoDb
                .describeTable(request -> request.tableName(TABLE))
                .table()
                .streamSpecification())
        .map(StreamSpecification::streamViewType);
  }

  /** DynamoDB Local's own stream. */
  URI streamsEndpoint() {
    return server.endpoint();
  }

  String config() {
    return CONFIG.formatted(
        TABLE,
        CONTROL_TABLE,
        BUS,
        topic,
        customBusArn.map(CUSTOM::formatted).orElse(""),
        STREAM,
        customBusArn.map(arn -> "\"shop\",").orElse(""));
  }

  private Map<String, String> environment() {
    Map<String, String> environment = new HashMap<>(AwsUnderTest.environment(aws.endpoint()));
    environment.put("OUTBOX_CONFIG", config());
    environment.put("AWS_ENDPOINT_URL_DYNAMODB", server.endpoint().toString());
    environment.put(
        "AWS_ENDPOINT_URL_DYNAMODB_STREAMS",
        stream.map(ShardedStream::endpoint).orElse(server.endpoint()).toString());
    return environment;
  }

  /** Commits these versions of each order, several orders at a time. */
  void placeOrders(String prefix, int orders, int from, int to) {
    IntStream.range(0, orders)
        .parallel()
        .forEach(order -> IntStream.rangeClosed(from, to).forEach(v -> commit(prefix + order, v)));
  }

  void commit(String order, int version) {
    outbox
        .transaction()
        .events(
            Aggregate.of("Order", order).at(version),
            Event.of("OrderChanged", Map.of("secret", version)))
        .commit();
  }

  /** Puts a record that cannot be read. */
  void commitPoison(String order, String sort) {
    dynamoDb.putItem(
        request ->
            request
                .tableName(TABLE)
                .item(
                    Map.of(
                        "PK", AttributeValue.fromS("OUTBOX#Order#" + order),
                        "SK", AttributeValue.fromS(sort),
                        "payload", AttributeValue.fromS("secret"))));
  }

  /** How many events are parked for each target, as {@code target count}; {@code *} is all. */
  List<String> parked() {
    QueueTable queues =
        ControlTable.builder(dynamoDb, CONTROL_TABLE, TABLE, Runnable::run).build().queues();
    Map<String, Long> counts = new TreeMap<>();
    for (int part = 0; part < QueueName.PARTS; part++) {
      for (QueueSummary each : queues.queues(part).toCompletableFuture().join()) {
        long events = each.counts().values().stream().mapToLong(Long::longValue).sum();
        counts.merge(each.queue().target(), events, Long::sum);
      }
    }
    return counts.entrySet().stream().map(each -> each.getKey() + " " + each.getValue()).toList();
  }

  /** Waits until every target has these versions of each order, which must be in order. */
  List<Received> awaitOrders(String prefix, int orders, int versions) {
    await(
        () -> Received.all(aws, prefix).toString(),
        () -> Received.all(aws, prefix).stream().allMatch(r -> r.has(orders, versions)));
    List<Received> received = Received.all(aws, prefix);
    received.forEach(target -> target.completeInOrder(orders, versions));
    return received;
  }

  void await(Supplier<String> state, BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      stream.ifPresent(ShardedStream::requireHealthy);
      if (System.nanoTime() > deadline) {
        assertThat(false).as(state.get() + "\n" + tail()).isTrue();
      }
      pause();
    }
  }

  private static void pause() {
    try {
      Thread.sleep(25);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private String tail() {
    StringBuilder tail = new StringBuilder();
    workers.forEach(worker -> tail.append("---- worker\n").append(worker.tail()).append('\n'));
    return tail.toString();
  }

  /** Switches the TTL of the relay's table off. */
  void turnTtlOff() {
    var unused =
        dynamoDb.updateTimeToLive(
            table ->
                table
                    .tableName(TABLE)
                    .timeToLiveSpecification(ttl -> ttl.enabled(false).attributeName("ttl")));
  }

  /** Creates a table with the outbox's keys. */
  void createTable(String table) {
    var unused = server.create(TestTable.named(table));
  }

  @Override
  public void close() {
    workers.forEach(WorkerProcess::close);
    stream.ifPresent(ShardedStream::close);
    aws.close();
    server.close();
  }
}
