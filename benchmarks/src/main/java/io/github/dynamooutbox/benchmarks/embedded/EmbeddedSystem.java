package io.github.dynamooutbox.benchmarks.embedded;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalService;
import io.github.dynamooutbox.localaws.dynamodb.DynamoDbLocal;
import io.github.dynamooutbox.localaws.dynamodb.TestTable;
import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import io.github.dynamooutbox.writer.Outbox;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;

/** A table with its stream, a control table, a bus as the target, and a relay. */
final class EmbeddedSystem implements AutoCloseable {
  private static final String TABLE = "orders";
  private static final String CONTROL_TABLE = "orders-control";
  private static final String BUS = "orders-bus";
  private static final String DYNAMODB = "AWS_ENDPOINT_URL_DYNAMODB";
  private static final String HANDLER =
      "io.github.dynamooutbox.lambda.StreamRelayHandler::handleRequest";
  private static final List<String> KCL_JVM = List.of("-Xmx512m", "-XX:+UseSerialGC");
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
  private final String streamArn;
  private final Deque<AutoCloseable> relay = new ArrayDeque<>();

  /**
   * Starts a system without a relay.
   *
   * @param seed the seed of the targets' random faults
   */
  EmbeddedSystem(long seed) {
    stub = AwsStub.builder().seed(seed).start();
    streamArn = TestTable.named(TABLE).create(dynamoDb);
    ControlTable.create(dynamoDb, CONTROL_TABLE);
    try (EventBridgeClient buses =
        LocalClients.configure(EventBridgeClient.builder(), stub.endpoint()).build()) {
      buses.createEventBus(bus -> bus.name(BUS));
    }
  }

  Outbox outbox() {
    return Outbox.builder(dynamoDb).table(TABLE).source("/shop/orders").build();
  }

  AwsStub stub() {
    return stub;
  }

  /**
   * Starts the relay.
   *
   * @param function the packaged function, for {@link RelayHost#LAMBDA}
   */
  RelayProcess start(RelayHost host, Path function) throws InterruptedException {
    return switch (host) {
      case LAMBDA -> startFunction(function);
      case KCL -> startService();
    };
  }

  private RelayProcess startFunction(Path function) throws InterruptedException {
    DynamoDbStreamsClient streams =
        LocalClients.configure(DynamoDbStreamsClient.builder(), server.streamsEndpoint()).build();
    relay.push(streams);
    LambdaProcess process =
        LambdaProcess.builder(HANDLER, function)
            .name("relay")
            .memory(1024)
            .environment(environment("lambda"))
            .build();
    relay.push(process);
    try {
      process.warmUp();
    } catch (FunctionError e) {
      throw new IllegalStateException("the function did not start", e);
    }
    relay.push(
        EventSourceMapping.builder(streams, streamArn, process)
            .reportItemFailures()
            .batchSize(1_000)
            .start());
    return process::pid;
  }

  private RelayProcess startService() {
    LocalService service =
        LocalService.start(
            "relay",
            KCL_JVM,
            System.getProperty("java.class.path"),
            List.of(
                "io.github.dynamooutbox.kcl.Main",
                "--application",
                "soak",
                "--idle-millis",
                "100",
                "--http",
                "off"),
            environment("kcl"),
            line -> {});
    relay.push(service);
    return () -> service.isAlive() ? OptionalLong.of(service.pid()) : OptionalLong.empty();
  }

  private Map<String, String> environment(String host) {
    return Map.of(
        "OUTBOX_CONFIG",
        CONFIGURATION.formatted(TABLE, CONTROL_TABLE, host, BUS),
        "AWS_ENDPOINT_URL",
        stub.endpoint().toString(),
        DYNAMODB,
        server.endpoint().toString(),
        "AWS_ENDPOINT_URL_DYNAMODB_STREAMS",
        server.streamsEndpoint().toString());
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
    dynamoDb.close();
    stub.close();
    server.close();
  }
}
