package io.github.dynamooutbox.lambda.it;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.CloudUnderTest;
import io.github.dynamooutbox.localaws.DynamoDbUnderTest;
import io.github.dynamooutbox.localaws.LastLines;
import io.github.dynamooutbox.localaws.function.LambdaFunction;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import io.github.dynamooutbox.localaws.stub.Faults;
import io.github.dynamooutbox.testdynamodb.TestTable;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** A table, its stream, the packaged function and four kinds of targets on this machine. */
final class RelaySystem implements AutoCloseable {
  static final String BUS = AwsUnderTest.unique("bus");
  static final String CUSTOM_BUS = AwsUnderTest.unique("shop");
  static final String TOPIC = AwsUnderTest.unique("billing") + ".fifo";
  static final String STREAM = AwsUnderTest.unique("audit");

  static final String TABLE = AwsUnderTest.unique("orders");
  static final String CONTROL_TABLE = AwsUnderTest.unique("control");
  private static final String CONTROL = "\"controlTable\": {\"name\": \"" + CONTROL_TABLE + "\"},";
  private static final String CUSTOM =
      """
      "shop": {"type": "eventbridgev2", "busArn": "%s", "api": "raw"},
      """;
  private static final String CONFIG =
      """
      {"table": {"name": "%s"},
       %s
       "targets": {
         "bus": {"type": "eventbridge", "busName": "%s", "ordered": true},
         "billing": {"type": "sns", "topicArn": "%s"},
         %s
         "audit": {"type": "kinesis", "streamName": "%s"}},
       "routes": [
         %s
         {"match": {"type": [{"prefix": "Order"}]}, "to": [%s "bus", "billing", "audit"]}]}
      """;

  final CloudUnderTest aws = CloudUnderTest.open(AwsStub.builder().seed(42));
  final LambdaProcess function;
  final LambdaProcess.Builder functionSettings;
  final List<String> output = new CopyOnWriteArrayList<>();

  final DynamoDbClient dynamoDb;

  private final DynamoDbStreamsClient streams;
  private final Outbox outbox;
  private final DynamoDbUnderTest server;
  private final String sections;
  private final String archiveOption;
  private final String streamArn;
  private final Optional<String> customBusArn;
  private final String topicArn;

  /** A function without a control table. */
  RelaySystem(DynamoDbUnderTest server, UnaryOperator<LambdaProcess.Builder> settings) {
    this(server, "", ClassArchive.option(), settings);
  }

  /**
   * A function with a control table.
   *
   * @param sections sections of the configuration, each followed by a comma; the first is the
   *     control table's
   */
  static RelaySystem withControlTable(
      DynamoDbUnderTest server, String sections, UnaryOperator<LambdaProcess.Builder> settings) {
    return new RelaySystem(server, sections, ClassArchive.option(), settings).createControlTable();
  }

  /**
   * A function with a control table, which writes the class archive that the others use.
   *
   * @param option the JVM's option that writes it
   */
  static RelaySystem archiving(DynamoDbUnderTest server, String option) {
    return new RelaySystem(server, CONTROL, option, settings -> settings).createControlTable();
  }

  private RelaySystem createControlTable() {
    if (!dynamoDb.listTables().tableNames().contains(CONTROL_TABLE)) {
      ControlTable.create(dynamoDb, CONTROL_TABLE);
      server.created(CONTROL_TABLE);
    }
    return this;
  }

  private RelaySystem(
      DynamoDbUnderTest server,
      String sections,
      String archiveOption,
      UnaryOperator<LambdaProcess.Builder> settings) {
    this.server = server;
    this.sections = sections;
    this.archiveOption = archiveOption;
    dynamoDb = server.client();
    streams = server.streams();
    outbox = Outbox.builder(dynamoDb).table(TABLE).source("/shop/orders").build();
    streamArn = createTable();
    customBusArn = aws.createCustomBus(CUSTOM_BUS);
    topicArn = createTargets();
    functionSettings = settings.apply(function(FunctionJar.HANDLER, ""));
    function = functionSettings.build();
  }

  /**
   * A handler from the function's jar, with the same settings.
   *
   * @param firstRoute another rule before the others, followed by a comma
   */
  LambdaProcess.Builder function(String handler, String firstRoute) {
    return LambdaProcess.builder(handler, FunctionJar.path())
        .name("relay")
        .jvmOption(archiveOption)
        .environment(
            "OUTBOX_CONFIG",
            CONFIG.formatted(
                TABLE,
                sections,
                BUS,
                topicArn,
                customBusArn.map(CUSTOM::formatted).orElse(""),
                STREAM,
                firstRoute,
                customBusArn.map(arn -> "\"shop\",").orElse("")))
        .environment(AwsUnderTest.environment(aws.endpoint()))
        .environment("AWS_ENDPOINT_URL_DYNAMODB", server.endpoint().toString())
        .output(output::add);
  }

  /** Their number: emulators at an external endpoint have no Custom Event Bus. */
  int targets() {
    return customBusArn.isPresent() ? 4 : 3;
  }

  /** Faults to inject into the targets; the test is skipped where that is impossible. */
  Faults faults() {
    return stub().faults();
  }

  AwsStub stub() {
    assumeTrue(aws.stub().isPresent(), "only the stub can fail on request");
    return aws.stub().orElseThrow();
  }

  /** Starts the mapping with the settings that the relay's guarantees require. */
  EventSourceMapping map() {
    return map(function);
  }

  /** The same for another function, such as a wrapper. */
  EventSourceMapping map(LambdaFunction function) {
    return EventSourceMapping.builder(streams, streamArn, function)
        .reportItemFailures()
        .batchSize(200)
        .start();
  }

  /** Commits versions 1 to {@code versions} of each order, several orders at a time. */
  void placeOrders(int orders, int versions) {
    IntStream.range(0, orders)
        .parallel()
        .forEach(
            order -> IntStream.rangeClosed(1, versions).forEach(v -> commit("order-" + order, v)));
  }

  void commit(String order, int version) {
    commit(order, version, "OrderChanged");
  }

  void commit(String order, int version, String eventType) {
    outbox
        .transaction()
        .events(
            Aggregate.of("Order", order).at(version),
            Event.of(eventType, Map.of("secret", version)))
        .commit();
  }

  /** Puts an unreadable record. */
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

  private String createTable() {
    if (dynamoDb.listTables().tableNames().contains(TABLE)) {
      server.delete(TABLE);
    }
    return server.create(TestTable.named(TABLE));
  }

  private String createTargets() {
    aws.createBus(BUS);
    aws.createStream(STREAM, 2);
    return aws.createTopic(TOPIC);
  }

  /** Log lines and metrics so far, for the messages of failed assertions. */
  String tail() {
    return LastLines.of(output);
  }

  @Override
  public void close() {
    function.close();
    aws.close();
  }

  static Duration patience() {
    return Duration.ofMinutes(2);
  }
}
