package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.config.RelayConfigSource;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

class DoctorIT {
  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private final TestOutbox outbox = system.outbox();
  private final ControlPlane plane = new ControlPlane();

  DoctorIT() throws IOException {}

  @AfterEach
  void close() {
    plane.close();
  }

  @Test
  void findsNothingWhereAllIsAsTheStackMakesIt() throws Exception {
    outbox.withTable();
    plane.map("orders-relay");
    plane.map("search-index", "com.example.Index::handle");

    Ended ended = outbox.run("doctor");

    assertThat(ended.out())
        .contains("fine      table \"%s\" is ACTIVE\n".formatted(outbox.table()))
        .contains("is relayed by function \"orders-relay\"\n")
        .contains("rights of function \"orders-relay\" suffice\n")
        .contains("your rights suffice for all commands\n")
        .contains("clock of this machine agrees with AWS\n")
        .contains("target \"audit\" is there: stream " + outbox.servers().stream)
        .contains("\n0 wrong, 0 not checked, 0 could be better, ");
    assertThat(ended.code()).isZero();
  }

  @Test
  void namesEachSettingOfAMappingThatBreaksAGuarantee() throws Exception {
    outbox.withTable();
    ObjectNode mapping = plane.map("orders-relay");
    mapping.put("State", "Disabled").put("ParallelizationFactor", 10);
    mapping.put("MaximumRetryAttempts", 3).put("MaximumRecordAgeInSeconds", 3_600);
    mapping.put("LastProcessingResult", "PROBLEM: Function call failed");
    mapping.put("StartingPosition", "LATEST").putArray("FunctionResponseTypes");
    ControlPlane.filter(
        mapping,
        "{\"eventName\":[\"MODIFY\"],\"dynamodb\":{\"Keys\":{\"PK\":{\"S\":[{\"prefix\":\"OUTBOX#\"}]}}}}");

    Ended ended = outbox.run("doctor");

    String mend = "           aws lambda update-event-source-mapping --uuid uuid-of-orders-relay ";
    assertThat(ended.code()).isEqualTo(4);
    assertThat(ended.out())
        .contains("wrong     mapping uuid-of-orders-relay of function \"orders-relay\" is Disabled")
        .contains(mend + "--enabled\n")
        .contains(mend + "--parallelization-factor 1\n")
        .contains(mend + "--maximum-retry-attempts -1\n")
        .contains(mend + "--maximum-record-age-in-seconds -1\n")
        .contains(mend + "--function-response-types ReportBatchItemFailures\n")
        .contains(mend + "--filter-criteria '{\"Filters\":[")
        .contains("advice    mapping uuid-of-orders-relay")
        .contains("started at LATEST")
        .contains("PROBLEM: Function call failed")
        .contains("\n7 wrong, 0 not checked, 1 could be better, ");
  }

  @Test
  void findsTwoRelaysOfOneTable() throws Exception {
    outbox.withTable();
    plane.map("orders-relay");
    plane.map("old-relay");

    Ended ended = outbox.run("doctor");

    assertThat(ended.code()).isEqualTo(4);
    assertThat(ended.out())
        .contains(
            "has more than one relay, and each publishes every event: function \"orders-relay\";"
                + " function \"old-relay\"");
  }

  /** Each region's stream shows every write: the relay of one region publishes its own events. */
  @Test
  void findsAReplicaWithoutARelay() throws Exception {
    outbox.withTable();
    plane.map("orders-relay");
    plane.replicate(outbox.servers().dynamoDb.endpoint(), "eu-central-1");

    Ended ended = outbox.run("doctor");

    assertThat(ended.code()).as(ended.err()).isEqualTo(4);
    assertThat(ended.out())
        .contains("table \"%s\" is relayed by function \"orders-relay\"".formatted(outbox.table()))
        .contains("wrong     table \"%s\" in eu-central-1 has no relay".formatted(outbox.table()))
        .contains("deploy one within 24 hours of the oldest event");
  }

  @Test
  void findsThatNothingRelays() throws Exception {
    outbox.withTable();
    plane.map("search-index", "com.example.Index::handle");

    Ended ended = outbox.run("doctor");

    assertThat(ended.code()).isEqualTo(4);
    assertThat(ended.out())
        .contains("wrong     table \"%s\" has no relay".formatted(outbox.table()));
  }

  @Test
  void findsLiveWorkersByTheirLeases() throws Exception {
    outbox.withTable();
    String leases = outbox.table() + "-outbox-relay";
    DynamoDbClient client = outbox.servers().dynamoDb.client();
    createTable(client, leases, "leaseKey", ScalarAttributeType.S);
    lease(client, leases, "shard-2", "worker-dead");
    AtomicBoolean working = new AtomicBoolean(true);
    Thread worker =
        new Thread(
            () -> {
              while (working.get()) {
                lease(client, leases, "shard-1", "worker-7");
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
              }
            });
    worker.start();
    try {
      assertThat(outbox.run("doctor").out()).contains("is relayed by KCL workers worker-7\n");

      plane.map("orders-relay");
      assertThat(outbox.run("doctor", "--lease-table", leases).out())
          .contains("more than one relay")
          .contains("KCL workers worker-7");
    } finally {
      working.set(false);
      worker.join();
    }
  }

  @Test
  void findsWhatIsWrongWithATable() throws Exception {
    DynamoDbClient client = outbox.servers().dynamoDb.client();
    createTable(client, outbox.table(), "id", ScalarAttributeType.N);
    Ended ended = outbox.run("doctor");

    assertThat(ended.code()).isEqualTo(4);
    assertThat(ended.out())
        .contains("are id (N), and should be the strings PK, SK\n")
        .contains("table \"%s\" has no stream\n".formatted(outbox.table()))
        .contains(
            "enable one: aws dynamodb update-table --table-name %s --stream-specification StreamEnabled=true,StreamViewType=NEW_IMAGE"
                .formatted(outbox.table()))
        .contains("has no TTL, so items that should expire are kept for ever\n")
        .contains("Enabled=true,AttributeName=ttl");
  }

  @Test
  void findsAStreamWithoutContentAndTheWrongAttributeForTtl() throws Exception {
    outbox.withTable();
    DynamoDbClient client = outbox.servers().dynamoDb.client();
    client.updateTable(
        request ->
            request.tableName(outbox.table()).streamSpecification(it -> it.streamEnabled(false)));
    client.updateTable(
        request ->
            request
                .tableName(outbox.table())
                .streamSpecification(
                    it -> it.streamEnabled(true).streamViewType(StreamViewType.KEYS_ONLY)));
    String document =
        outbox
            .document()
            .replace(
                "{\"name\": \"" + outbox.table() + "\"",
                "{\"name\": \"" + outbox.table() + "\", \"ttlAttribute\": \"expires\"");
    Ended ended = OperatedSystem.run(Map.of(RelayConfigSource.INLINE, document), "doctor");

    assertThat(ended.code()).isEqualTo(4);
    assertThat(ended.out())
        .contains("has view type KEYS_ONLY, which omits the records' content")
        .contains("is on for \"ttl\", but items expire by \"expires\"");
  }

  /** Everything else is fine, so neither may leave it to be found below. */
  @Test
  void saysFirstThatNothingOfThisRegionIsPublishedAsStatusDoes() throws Exception {
    outbox.withTable();
    plane.map("orders-relay");
    String document =
        outbox.document().replace("\"relay\": {", "\"relay\": {\"regions\": [\"eu-west-3\"], ");
    String cause =
        "us-east-1, in which the relay runs, is not among them, so no event that is written there"
            + " is published";

    Ended ended = OperatedSystem.run(Map.of(RelayConfigSource.INLINE, document), "doctor");

    assertThat(ended.code()).isEqualTo(4);
    assertThat(ended.out()).startsWith("wrong     relay.regions " + cause + '\n');
    assertThat(OperatedSystem.run(Map.of(RelayConfigSource.INLINE, document), "status").out())
        .startsWith("relay.regions: " + cause);
  }

  @Test
  void findsTargetsThatDoNotExist() throws Exception {
    outbox.withTable();
    String document =
        outbox
            .document()
            .replace(outbox.servers().bus, "no-such-bus")
            .replace(outbox.servers().stream, "no-such-stream");
    plane.map("orders-relay");

    Ended ended = OperatedSystem.run(Map.of(RelayConfigSource.INLINE, document), "doctor");

    assertThat(ended.code()).isEqualTo(4);
    assertThat(ended.out())
        .contains("wrong     target \"bus\" does not exist here\n")
        .contains("wrong     target \"audit\" does not exist here\n");
  }

  @Test
  void saysThatATableDoesNotExist() throws Exception {
    Ended ended = outbox.run("doctor", "--json");

    assertThat(ended.code()).isEqualTo(4);
    JsonNode first = new ObjectMapper().readTree(ended.out()).path("findings").path(0);
    assertThat(first.path("verdict").asText()).isEqualTo("WRONG");
    assertThat(first.path("subject").asText()).isEqualTo("table \"" + outbox.table() + '"');
    assertThat(first.path("remedy").asText()).contains("correct its name, region or profile");
  }

  private static void createTable(
      DynamoDbClient client, String table, String key, ScalarAttributeType type) {
    client.createTable(
        request ->
            request
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    AttributeDefinition.builder().attributeName(key).attributeType(type).build())
                .keySchema(
                    KeySchemaElement.builder().attributeName(key).keyType(KeyType.HASH).build()));
    client.waiter().waitUntilTableExists(request -> request.tableName(table));
  }

  private static void lease(DynamoDbClient client, String table, String lease, String owner) {
    client.updateItem(
        request ->
            request
                .tableName(table)
                .key(Map.of("leaseKey", AttributeValue.fromS(lease)))
                .updateExpression("SET leaseOwner = :owner ADD leaseCounter :one")
                .expressionAttributeValues(
                    Map.of(
                        ":owner", AttributeValue.fromS(owner),
                        ":one", AttributeValue.fromN("1"))));
  }
}
