package io.github.dynamooutbox.heartbeat;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.CloudUnderTest;
import io.github.dynamooutbox.localaws.DynamoDbUnderTest;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import io.github.dynamooutbox.localaws.mapping.EventSourceMapping;
import io.github.dynamooutbox.testdynamodb.TestTable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** From the schedule's invocation to the relay's metric, through both packaged functions. */
@Timeout(180)
class HeartbeatIT {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final String TABLE = AwsUnderTest.unique("orders");
  private static final String FEED = AwsUnderTest.unique("feed");
  private static final byte[] SCHEDULED =
      "{\"source\":\"aws.events\",\"detail-type\":\"Scheduled Event\"}"
          .getBytes(StandardCharsets.UTF_8);
  private static final String CONFIG =
      """
      {"table": {"name": "TABLE", "partitionKey": "pk", "sortKey": "sk", "prefix": "EVENT#"},
       "targets": {"feed": {"type": "kinesis", "streamName": "FEED"}},
       "routes": [%s]}
      """
          .replace("TABLE", TABLE)
          .replace("FEED", FEED);

  private static DynamoDbUnderTest server;

  private final List<String> relayOutput = new CopyOnWriteArrayList<>();
  private final CloudUnderTest aws = CloudUnderTest.open();
  private final DynamoDbClient dynamoDb = server.client();
  private String streamArn = "";

  @BeforeAll
  static void startDynamoDb() {
    server = DynamoDbUnderTest.open();
  }

  @AfterAll
  static void stopDynamoDb() {
    server.close();
  }

  @BeforeEach
  void createTableAndTarget() {
    aws.createStream(FEED, 1);
    streamArn = server.create(new TestTable(TABLE, "pk", "sk", "ttl"));
  }

  @AfterEach
  void stop() {
    server.delete(TABLE);
    aws.close();
  }

  @Test
  void becomesAMetricAndReachesNoTarget() throws Exception {
    beat("{\"to\": [\"feed\"]}", 3);

    assertThat(metrics("\"Heartbeats\":"))
        .as("counted, with an age, for the function as a whole")
        .isNotEmpty()
        .allMatch(line -> line.contains("\"MaxHeartbeatAge\":") && !line.contains("\"Target\""));
    assertThat(metrics("\"Published\":")).isEmpty();
    assertThat(aws.records(FEED)).isEmpty();
    assertThat(relayOutput).noneMatch(line -> line.contains("\"level\":\"ERROR\""));
    Map<String, AttributeValue> record = dynamoDb.scan(r -> r.tableName(TABLE)).items().get(0);
    assertThat(record.get("pk").s()).isEqualTo("EVENT#outbox.heartbeat#" + TABLE);
  }

  @Test
  void reachesTheTargetOfARuleThatNamesIt() throws Exception {
    beat("{\"match\": {\"aggregateType\": [\"outbox.heartbeat\"]}, \"to\": [\"feed\"]}", 1);

    assertThat(metrics("\"Heartbeats\":")).isNotEmpty();
    assertThat(aws.records(FEED))
        .singleElement()
        .satisfies(
            heartbeat ->
                assertThat(heartbeat.partitionKey()).isEqualTo("outbox.heartbeat#" + TABLE));
  }

  /** Invokes the heartbeat function as the schedule does, and waits until the relay is done. */
  private void beat(String routes, int times) throws Exception {
    String config = CONFIG.formatted(routes);
    try (LambdaProcess heart =
            function("io.github.dynamooutbox.heartbeat.HeartbeatHandler", "outbox.heartbeat.jar")
                .environment("OUTBOX_CONFIG", config)
                .build();
        LambdaProcess relay =
            function("io.github.dynamooutbox.lambda.StreamRelayHandler", "outbox.relay.jar")
                .environment("OUTBOX_CONFIG", config)
                .output(relayOutput::add)
                .build();
        EventSourceMapping mapping =
            EventSourceMapping.builder(server.streams(), streamArn, relay)
                .reportItemFailures()
                .start()) {
      for (int i = 0; i < times; i++) {
        heart.invoke(SCHEDULED);
      }
      assertThat(mapping.awaitDrained(PATIENCE)).as(String.join("\n", relayOutput)).isTrue();
      assertThat(mapping.progress().failedInvocations()).isZero();
      // Another thread collects the output.
      long deadline = System.nanoTime() + PATIENCE.toNanos();
      while (metrics("\"Heartbeats\":").isEmpty() && System.nanoTime() < deadline) {
        Thread.sleep(20);
      }
    }
  }

  private LambdaProcess.Builder function(String handler, String jar) {
    Path path = Path.of(System.getProperty(jar, "not set: " + jar));
    return LambdaProcess.builder(handler + "::handleRequest", path)
        .classArchive(path.resolveSibling("function.jsa"))
        .environment(AwsUnderTest.environment(aws.endpoint()))
        .environment("AWS_ENDPOINT_URL_DYNAMODB", server.endpoint().toString());
  }

  private List<String> metrics(String name) {
    return relayOutput.stream()
        .filter(line -> line.contains("CloudWatchMetrics") && line.contains(name))
        .toList();
  }
}
