package io.github.dynamooutbox.benchmarks.kcl;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalGateway;
import io.github.dynamooutbox.localaws.LocalService;
import io.github.dynamooutbox.testdynamodb.DynamoDbLocal;
import io.github.dynamooutbox.testdynamodb.TestTable;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.kinesis.KinesisClient;

/**
 * A table with its stream, a Kinesis stream as the target, and workers in JVMs of their own, all
 * with the same options.
 */
final class Workbench implements AutoCloseable {
  private static final String TABLE = "orders";
  private static final String STREAM = "orders-events";
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final List<String> JVM = List.of("-Xmx512m", "-XX:+UseSerialGC");
  private static final String DYNAMODB = "AWS_ENDPOINT_URL_DYNAMODB";
  private static final String STREAMS = "AWS_ENDPOINT_URL_DYNAMODB_STREAMS";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final DynamoDbLocal server = DynamoDbLocal.start();
  private final AwsStub stub = AwsStub.builder().start();
  private final DynamoDbClient dynamoDb = LocalClients.dynamoDb(server.endpoint());
  private final KinesisClient kinesis =
      LocalClients.configure(KinesisClient.builder(), stub.endpoint()).build();
  private final List<LocalService> workers = new ArrayList<>();

  Workbench() {
    String unusedArn = TestTable.named(TABLE).create(dynamoDb);
    kinesis.createStream(stream -> stream.streamName(STREAM).shardCount(4));
  }

  Outbox outbox() {
    return Outbox.builder(dynamoDb).table(TABLE).source("/shop/orders").build();
  }

  /** Commits one event, so that workers have something to start with. */
  void commitOne() {
    outbox()
        .transaction()
        .events(Aggregate.of("Order", "o"), Event.of("OrderPlaced", Map.of()))
        .commit();
  }

  AwsStub stub() {
    return stub;
  }

  KinesisClient kinesis() {
    return kinesis;
  }

  String stream() {
    return STREAM;
  }

  /** Starts the baseline; its lines of output go to {@code seen}. */
  LocalService startEmpty(String application, Duration idle, Consumer<String> seen) {
    return start(
        "empty",
        List.of(EmptyWorker.class.getName(), application, TABLE, Long.toString(idle.toMillis())),
        Map.of(),
        seen,
        JVM);
  }

  /** Starts the service, with one target. */
  LocalService startRelay(String application, Duration idle, int port) {
    return startRelay(application, idle, port, Map.of(), JVM);
  }

  /** Starts the service with these JVM options, and no health port. */
  LocalService startRelay(String application, Duration idle, List<String> jvm) {
    return startRelay(application, idle, 0, Map.of(), jvm);
  }

  private LocalService startRelay(
      String application,
      Duration idle,
      int port,
      Map<String, String> endpoints,
      List<String> jvm) {
    Map<String, String> environment = new HashMap<>(endpoints);
    environment.put(
        "OUTBOX_CONFIG",
        """
        {"table": {"name": "%s"},
         "relay": {"host": "kcl"},
         "targets": {"events": {"type": "kinesis", "streamName": "%s"}},
         "routes": [{"to": ["events"]}]}
        """
            .formatted(TABLE, STREAM));
    return start(
        "relay",
        List.of(
            "io.github.dynamooutbox.kcl.Main",
            "--application",
            application,
            "--idle-millis",
            Long.toString(idle.toMillis()),
            "--http",
            port == 0 ? "off" : "127.0.0.1:" + port),
        environment,
        line -> {},
        jvm);
  }

  /** Starts the service with no health port; its requests to DynamoDB go through a gateway. */
  LocalService startRelay(String application, Duration idle, URI gateway) {
    return startRelay(
        application,
        idle,
        0,
        Map.of(DYNAMODB, gateway.toString(), STREAMS, gateway.toString()),
        JVM);
  }

  /** Starts a gateway to DynamoDB that counts requests. */
  LocalGateway gateway() {
    return LocalGateway.start(server.endpoint(), stub.endpoint(), stub.endpoint());
  }

  /** Stops a worker, so that the next does not share the machine with it. */
  void stop(LocalService worker) {
    worker.close();
    workers.remove(worker);
  }

  /**
   * Waits until a condition holds.
   *
   * @throws IllegalStateException if that takes more than five minutes or a worker has ended
   */
  void await(String what, BooleanSupplier holds) throws InterruptedException {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!holds.getAsBoolean()) {
      for (LocalService worker : workers) {
        if (!worker.isAlive() || System.nanoTime() > deadline) {
          throw new IllegalStateException("No " + what + "\n" + worker.tail());
        }
      }
      Thread.sleep(20);
    }
  }

  /** The id of a CloudEvent that the target accepted. */
  static String eventId(String body) {
    try {
      return JSON.readTree(body).path("id").asText();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("The target accepted something that is not JSON", e);
    }
  }

  private LocalService start(
      String name,
      List<String> command,
      Map<String, String> more,
      Consumer<String> output,
      List<String> jvm) {
    Map<String, String> environment = new HashMap<>();
    environment.put("AWS_ENDPOINT_URL", stub.endpoint().toString());
    environment.put(DYNAMODB, server.endpoint().toString());
    environment.put(STREAMS, server.streamsEndpoint().toString());
    environment.putAll(more);
    LocalService worker =
        LocalService.start(
            name, jvm, System.getProperty("java.class.path"), command, environment, output);
    workers.add(worker);
    return worker;
  }

  @Override
  public void close() {
    workers.forEach(LocalService::close);
    kinesis.close();
    dynamoDb.close();
    stub.close();
    server.close();
  }
}
