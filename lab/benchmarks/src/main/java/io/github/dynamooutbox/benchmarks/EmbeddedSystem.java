package io.github.dynamooutbox.benchmarks;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalService;
import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.function.LambdaFunction;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import io.github.dynamooutbox.testdynamodb.DynamoDbLocal;
import io.github.dynamooutbox.testdynamodb.TestTable;
import io.github.dynamooutbox.writer.Outbox;
import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.Target;

/** A table with its stream, a control table, a bus as the target, and a relay. */
final class EmbeddedSystem implements AutoCloseable {
  static final String TABLE = "orders";
  private static final String CONTROL_TABLE = "orders-control";
  private static final String BUS = "orders-bus";
  private static final String SOURCE = "/shop/orders";
  private static final List<String> JVM = List.of("-Xmx512m", "-XX:+UseSerialGC");
  private static final String CLASS_PATH = System.getProperty("java.class.path");
  private static final String CONFIGURATION =
      """
      {"table": {"name": "%s"},
       "controlTable": {"name": "%s"},
       "relay": {"host": "%s"},
       "targets": {"bus": {"type": "eventbridge", "busName": "%s", "ordered": true}},
       "routes": [{"to": ["bus"]}]}
      """;

  private final DynamoDbLocal server = DynamoDbLocal.start();
  private final AwsStub stub;
  private final DynamoDbClient dynamoDb = LocalClients.dynamoDb(server.endpoint());
  private final DynamoDbStreamsClient streams =
      LocalClients.dynamoDbStreams(server.streamsEndpoint());
  private final EventBridgeClient buses;
  private final String streamArn;
  private final Deque<AutoCloseable> relay = new ArrayDeque<>();
  private Supplier<OptionalLong> relayPid = OptionalLong::empty;

  /** Where the relay runs. */
  enum RelayHost {
    /** The packaged function, run by AWS's runtime client behind an event source mapping. */
    LAMBDA,
    /** The KCL service, started by its main class. */
    KCL
  }

  /** Starts a system without a relay; the stub has the targets. */
  EmbeddedSystem(AwsStub.Builder targets) {
    stub = targets.start();
    buses = LocalClients.configure(EventBridgeClient.builder(), stub.endpoint()).build();
    streamArn = TestTable.named(TABLE).create(dynamoDb);
    ControlTable.create(dynamoDb, CONTROL_TABLE);
    buses.createEventBus(bus -> bus.name(BUS));
  }

  /** Sends the bus's events to a queue. */
  void sendToQueue(String queueArn) {
    String all = "{\"source\":[\"" + SOURCE + "\"]}";
    buses.putRule(rule -> rule.name("all").eventBusName(BUS).eventPattern(all));
    Target queue = Target.builder().id("queue").arn(queueArn).build();
    buses.putTargets(rule -> rule.rule("all").eventBusName(BUS).targets(queue));
  }

  Outbox outbox() {
    return Outbox.builder(dynamoDb).table(TABLE).source(SOURCE).build();
  }

  AwsStub stub() {
    return stub;
  }

  /** The endpoint of DynamoDB. */
  URI endpoint() {
    return server.endpoint();
  }

  DynamoDbClient dynamoDb() {
    return dynamoDb;
  }

  /**
   * The relay as a function.
   *
   * @param jar the packaged function
   * @param endpoint where the function sends its requests to DynamoDB
   */
  LambdaProcess.Builder function(Path jar, URI endpoint) {
    return LambdaProcess.builder(PackagedFunction.RELAY + "::handleRequest", jar)
        .name("relay")
        .environment(environment(configuration("lambda"), endpoint));
  }

  /** A function with a handler of this class path. */
  LambdaProcess.Builder function(Class<?> handler) {
    Path[] classPath =
        Stream.of(CLASS_PATH.split(File.pathSeparator, -1)).map(Path::of).toArray(Path[]::new);
    return LambdaProcess.builder(handler.getName() + "::handleRequest", classPath)
        .name("consumer")
        .jvmOption("-XX:TieredStopAtLevel=1")
        .environment("AWS_ENDPOINT_URL_DYNAMODB", endpoint().toString());
  }

  /** Maps the table's stream to the function, which must stay open until the mapping is closed. */
  EventSourceMapping map(LambdaFunction function, int batchSize) {
    return EventSourceMapping.builder(streams, streamArn, function)
        .reportItemFailures()
        .batchSize(batchSize)
        .start();
  }

  /**
   * Starts the relay.
   *
   * @param function the packaged function, for {@link RelayHost#LAMBDA}
   */
  void start(RelayHost host, Path function) throws InterruptedException {
    switch (host) {
      case LAMBDA -> {
        LambdaProcess process = function(function, server.endpoint()).memory(1024).build();
        relay.push(process);
        try {
          process.warmUp();
        } catch (FunctionError e) {
          throw new IllegalStateException("the function did not start", e);
        }
        relay.push(map(process, 1_000));
        relayPid = process::pid;
      }
      case KCL -> {
        LocalService service = startService("soak", Duration.ofMillis(100), configuration("kcl"));
        relayPid = () -> service.isAlive() ? OptionalLong.of(service.pid()) : OptionalLong.empty();
      }
    }
  }

  /** The id of the relay's process; empty if it has not started or has ended. */
  OptionalLong relayPid() {
    return relayPid.get();
  }

  /** Starts the KCL service in a JVM of its own. */
  LocalService startService(String application, Duration idle, String configuration) {
    List<String> command =
        List.of(
            "io.github.dynamooutbox.kcl.Main",
            "--application",
            application,
            "--idle-millis",
            Long.toString(idle.toMillis()),
            "--http",
            "off");
    return startWorker(command, configuration, line -> {});
  }

  /** Starts a worker in a JVM of its own; its lines of output go to {@code output}. */
  LocalService startWorker(List<String> command, String configuration, Consumer<String> output) {
    LocalService worker =
        LocalService.start(
            command.get(0),
            JVM,
            CLASS_PATH,
            command,
            environment(configuration, server.endpoint()),
            output);
    relay.push(worker);
    return worker;
  }

  private static String configuration(String host) {
    return CONFIGURATION.formatted(TABLE, CONTROL_TABLE, host, BUS);
  }

  private Map<String, String> environment(String configuration, URI endpoint) {
    return Map.of(
        "OUTBOX_CONFIG", configuration,
        "AWS_ENDPOINT_URL", stub.endpoint().toString(),
        "AWS_ENDPOINT_URL_DYNAMODB", endpoint.toString(),
        "AWS_ENDPOINT_URL_DYNAMODB_STREAMS", server.streamsEndpoint().toString());
  }

  @Override
  public void close() {
    while (!relay.isEmpty()) {
      try {
        relay.pop().close();
      } catch (Exception e) {
        throw new IllegalStateException("cannot close the relay", e);
      }
    }
    buses.close();
    streams.close();
    dynamoDb.close();
    stub.close();
    server.close();
  }
}
