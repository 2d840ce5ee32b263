package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import io.github.dynamooutbox.relay.park.queue.SavedMemory;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** How far a KCL relay is, by its leases; and what somebody sees who may not look. */
class StatusIT {
  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private final TestOutbox outbox = system.outbox();
  private final DynamoDbClient client = outbox.servers().dynamoDb.client();
  private final String leases = outbox.table() + "-outbox-relay";

  @BeforeEach
  void create() {
    outbox.withTable();
    client.createTable(
        request ->
            request
                .tableName(leases)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("leaseKey")
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .keySchema(
                    KeySchemaElement.builder()
                        .attributeName("leaseKey")
                        .keyType(KeyType.HASH)
                        .build()));
    outbox.servers().dynamoDb.created(leases);
  }

  /** A new one is committed each minute: that the newest is open says nothing. */
  @Test
  void saysSinceWhenHeartbeatsDoNotArrive() throws Exception {
    Instant now = Instant.now();
    Aggregate heartbeat = Aggregate.heartbeat(outbox.table());
    outbox.commit(heartbeat, "Heartbeat", "h-1", now.minusSeconds(1_000));
    outbox.commit(heartbeat, "Heartbeat", "h-2", now.minusSeconds(800));
    outbox.commit(heartbeat, "Heartbeat", "h-3", now.minusSeconds(20));
    outbox.receipt(heartbeat.key().toString(), Set.of(), Set.of());

    assertThat(outbox.run("status").out())
        .containsPattern(
            "Heartbeats: no receipt of what was committed in the last 13 min \\d+ s\n");
  }

  /** As between the start of the first task and its first lease. */
  @Test
  void saysThatALeaseTableHasNoLeaseYet() throws Exception {
    outbox.commit(Aggregate.of("Order", "1").at(1), "Placed", "e-1");

    JsonNode shard = onlyShard();
    assertThat(shard.has("owner") || shard.has("lagMillis")).isFalse();
    Ended ended = outbox.run("status");
    assertThat(ended.code()).as(ended.err()).isZero();
    assertThat(ended.out())
        .containsPattern(shard.path("shard").asText() + " +- +not visible\n")
        .contains("A KCL relay has taken no lease yet, or keeps its leases elsewhere");
  }

  @Test
  void showsHowFarEachShardIsAndWhetherItsWorkerLives() throws Exception {
    outbox.commit(Aggregate.of("Order", "1").at(1), "Placed", "e-1");
    String shard = onlyShard().path("shard").asText();
    lease(shard, "TRIM_HORIZON");
    TimeUnit.SECONDS.sleep(2);

    // DynamoDB Local rounds a record's time down to the minute.
    assertThat(outbox.run("status").out())
        .containsPattern(shard + " +worker-7, does not renew its lease +(1 min )?[1-5]?\\d s\n");

    lease(shard, positionOfTheOnlyRecord(shard));
    ScheduledExecutorService worker = Executors.newSingleThreadScheduledExecutor();
    Future<?> renewing =
        worker.scheduleAtFixedRate(() -> renew(shard), 0, 200, TimeUnit.MILLISECONDS);
    try {
      JsonNode relayed = onlyShard();
      assertThat(relayed.path("owner").asText()).isEqualTo("worker-7");
      assertThat(relayed.path("renewed").asBoolean(false)).isTrue();
      assertThat(relayed.path("lagMillis").asLong(-1)).isZero();
      assertThat(renewing).isNotDone();
    } finally {
      worker.shutdownNow();
      assertThat(worker.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** As after an outage: a redrive has published everything, and no new event has come. */
  @Test
  void saysWhyACircuitIsOpenWhileNothingIsParked() throws Exception {
    outbox.commit(Aggregate.of("Order", "1").at(1), "Placed", "e-1");
    String shard = onlyShard().path("shard").asText();
    Instant now = Instant.now();
    SavedCircuit open =
        new SavedCircuit(SavedCircuit.State.OPEN, now.minusSeconds(90), 7, now, now, "");
    try (AwsControl control = outbox.control()) {
      TestOutbox.get(
          control
              .table()
              .queues()
              .save(shard, SavedMemory.Change.ofCircuit("bus", Optional.of(open))));
    }
    String explanation = "Nothing is parked for bus. Its circuit stays open until the relay";

    assertThat(outbox.run("status").out())
        .containsPattern("bus +open +1 min 3\\d s ")
        .contains(explanation);

    outbox.parkAll(List.of(new LaneKey("bus", "Order#1")), ParkReason.BLOCKED);
    assertThat(outbox.run("status").out()).contains("BLOCKED").doesNotContain(explanation);
  }

  @Test
  void namesTheRightThatIsMissing() throws Exception {
    HttpServer refusing =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    refusing.createContext(
        "/",
        exchange -> {
          byte[] body =
              """
              {"__type": "com.amazon.coral.service#AccessDeniedException",
               "Message": "User: ann is not authorized to perform: dynamodb:Query"}
              """
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(400, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    refusing.start();
    String before = System.getProperty("aws.endpointUrl");
    try {
      Ended ended =
          outbox.run("parked", "--endpoint", "http://127.0.0.1:" + refusing.getAddress().getPort());

      assertThat(ended.code()).isEqualTo(3);
      assertThat(ended.err())
          .contains("AccessDeniedException", "dynamodb:Query", "allow the caller the action");
      assertThat(ended.out()).isEmpty();
    } finally {
      System.setProperty("aws.endpointUrl", before);
      refusing.stop(0);
    }
  }

  private JsonNode onlyShard() throws IOException {
    JsonNode shards =
        new ObjectMapper().readTree(outbox.run("status", "--json").out()).path("shards");
    assertThat(shards).hasSize(1);
    return shards.get(0);
  }

  private String positionOfTheOnlyRecord(String shard) {
    DynamoDbStreamsClient streams = outbox.servers().dynamoDb.streams();
    String arn =
        client
            .describeTable(request -> request.tableName(outbox.table()))
            .table()
            .latestStreamArn();
    String iterator =
        streams
            .getShardIterator(
                request ->
                    request
                        .streamArn(arn)
                        .shardId(shard)
                        .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
            .shardIterator();
    return streams
        .getRecords(request -> request.shardIterator(iterator))
        .records()
        .get(0)
        .dynamodb()
        .sequenceNumber();
  }

  private void lease(String shard, String checkpoint) {
    client.putItem(
        request ->
            request
                .tableName(leases)
                .item(
                    Map.of(
                        "leaseKey", AttributeValue.fromS(shard),
                        "leaseOwner", AttributeValue.fromS("worker-7"),
                        "checkpoint", AttributeValue.fromS(checkpoint))));
  }

  private void renew(String shard) {
    client.updateItem(
        request ->
            request
                .tableName(leases)
                .key(Map.of("leaseKey", AttributeValue.fromS(shard)))
                .updateExpression("ADD leaseCounter :one")
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
  }
}
