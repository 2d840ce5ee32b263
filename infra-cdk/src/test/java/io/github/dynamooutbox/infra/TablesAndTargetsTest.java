package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@NeedsNode
class TablesAndTargetsTest {
  private static final String TABLE = "AWS::DynamoDB::GlobalTable";

  @Test
  void protectsBothTables() {
    Synthesised example = Synthesised.of("bus-only");
    assertThat(example.resources(TABLE))
        .hasSize(2)
        .allSatisfy(
            table -> {
              assertThat(table.getValue().path("DeletionPolicy").asText()).isEqualTo("Retain");
              JsonNode properties = table.getValue().path("Properties");
              assertThat(properties.path("BillingMode").asText()).isEqualTo("PAY_PER_REQUEST");
              assertThat(properties.path("SSESpecification").path("SSEEnabled").asBoolean())
                  .isTrue();
              JsonNode replica = properties.path("Replicas").path(0);
              assertThat(replica.path("DeletionProtectionEnabled").asBoolean()).isTrue();
              assertThat(
                      replica
                          .path("PointInTimeRecoverySpecification")
                          .path("PointInTimeRecoveryEnabled")
                          .asBoolean())
                  .isTrue();
            });
  }

  @Test
  void streamsTheOutboxAndNotTheControlTable() {
    JsonNode outbox = table("bus-only", "orders");
    assertThat(outbox.path("StreamSpecification").path("StreamViewType").asText())
        .isEqualTo("NEW_IMAGE");
    assertThat(outbox.path("TimeToLiveSpecification").path("AttributeName").asText())
        .isEqualTo("ttl");
    assertThat(table("bus-only", "orders-control").has("StreamSpecification")).isFalse();
  }

  @Test
  void encryptsWithACustomerKeyWhereChosen() {
    JsonNode key =
        table("fifo-topic", "payments").path("Replicas").path(0).path("SSESpecification");
    assertThat(key.has("KMSMasterKeyId")).isTrue();
    Synthesised example = Synthesised.of("fifo-topic");
    assertThat(example.properties("AWS::KMS::Key"))
        .allMatch(each -> each.path("EnableKeyRotation").asBoolean());
  }

  @Test
  void leavesAnExistingTableAsItIs() {
    Synthesised example = Synthesised.of("existing-table");
    assertThat(example.properties(TABLE)).isEmpty();
    assertThat(example.only("AWS::Lambda::EventSourceMapping").path("EventSourceArn").asText())
        .endsWith("/stream/2026-11-01T00:00:00.000");
  }

  /** Parked copies of what an existing table holds are as secret as the table. */
  @Test
  void encryptsTheControlTableOfAnExistingTableWithACustomerKeyWhereChosen() {
    Synthesised example =
        Synthesised.parsed(
            """
            {"table": {"name": "shop"}, "controlTable": {"name": "shop-control"},
             "targets": {"SnsKey": {"type": "sns", "topicName": "shop"},
               "AllTargets": {"type": "sns", "topicName": "all"}},
             "routes": [{"to": ["SnsKey", "AllTargets"]}],
             "infrastructure": {"region": "eu-west-1", "heartbeat": {"enabled": false},
               "table": {"encryption": "customer",
                 "tableArn": "arn:aws:dynamodb:eu-west-1:111122223333:table/shop",
                 "streamArn": "arn:aws:dynamodb:eu-west-1:111122223333:table/shop/stream/1"}}}
            """);
    String key =
        example
            .resources("AWS::KMS::Key")
            .map(Map.Entry::getKey)
            .filter(id -> id.startsWith("Outbox"))
            .findFirst()
            .orElseThrow();
    JsonNode sse = example.only(TABLE).path("Replicas").path(0).path("SSESpecification");
    assertThat(sse.path("KMSMasterKeyId").toString()).contains("\"" + key + "\"");
    assertThat(RenderedRights.of(example).get("RedriverRedrive"))
        .contains("kms:Decrypt", "OutboxControlKey.Arn");
    assertThat(RenderedRights.of(example).get("LambdaRelay")).contains("OutboxControlKey.Arn");
    // Names of targets that were once names of something else.
    assertThat(example.properties("AWS::SNS::Topic")).hasSize(3);
  }

  @Test
  void makesTopicsAndStreamsForTheLargestEventOfTheConfiguration() {
    Synthesised example =
        Synthesised.parsed(
            """
            {"table": {"name": "shop"},
             "targets": {
               "topic": {"type": "sns", "topicName": "large", "maxEntryBytes": 1048576},
               "small": {"type": "sns", "topicName": "small", "maxEntryBytes": 2048},
               "stream": {"type": "kinesis", "streamName": "large", "maxEntryBytes": 2097153,
                 "maxRequestBytes": 5242880},
               "plain": {"type": "kinesis", "streamName": "plain"}},
             "routes": [{"to": ["topic", "small", "stream", "plain"]}],
             "infrastructure": {"region": "eu-west-1", "heartbeat": {"enabled": false}}}
            """);
    assertThat(example.only("AWS::SNS::Topic", "TopicName", "large").path("MaximumMessageSize"))
        .hasToString("1048576");
    assertThat(example.only("AWS::SNS::Topic", "TopicName", "small").has("MaximumMessageSize"))
        .isFalse();
    assertThat(example.only("AWS::Kinesis::Stream", "Name", "large").path("MaxRecordSizeInKiB"))
        .hasToString("2049");
    assertThat(example.only("AWS::Kinesis::Stream", "Name", "plain").has("MaxRecordSizeInKiB"))
        .isFalse();
  }

  /** The next deployment would find that they exist, and fail. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "AWS::Events::EventBus",
        "AWS::SNS::Topic",
        "AWS::Kinesis::Stream",
        "AWS::SQS::Queue"
      })
  void keepsNoTargetOfAFirstDeploymentThatFails(String type) {
    assertThat(Synthesised.all().flatMap(example -> example.resources(type)))
        .filteredOn(each -> each.getKey().startsWith("Targets"))
        .isNotEmpty()
        .allMatch(
            each ->
                List.of("RetainExceptOnCreate", "Delete")
                    .contains(each.getValue().path("DeletionPolicy").asText()));
  }

  /**
   * A rollback cannot delete a table that is protected, so it keeps it. The next deployment imports
   * it: for that it needs a name of its own, and a policy by which it is kept.
   */
  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#all")
  void canImportEachTableThatARollbackKeeps(Synthesised example) {
    assertThat(example.resources(TABLE))
        .allSatisfy(
            table -> {
              JsonNode properties = table.getValue().path("Properties");
              boolean isProtected =
                  properties.at("/Replicas/0/DeletionProtectionEnabled").asBoolean();
              String policy = table.getValue().path("DeletionPolicy").asText();
              assertThat(policy.equals("Retain")).as(policy).isEqualTo(isProtected);
              assertThat(properties.path("TableName").isTextual() || !isProtected).isTrue();
            });
  }

  @Test
  void createsWhatIsNamedAndOnlyUsesWhatHasAnArn() {
    assertThat(Synthesised.of("bus-only").only("AWS::Events::EventBus").path("Name").asText())
        .isEqualTo("orders");
    JsonNode topic =
        Synthesised.of("fifo-topic").only("AWS::SNS::Topic", each -> each.has("TopicName"));
    assertThat(topic.path("TopicName").asText()).isEqualTo("billing.fifo");
    assertThat(topic.path("FifoTopic").asBoolean()).isTrue();
    assertThat(topic.path("FifoThroughputScope").asText()).isEqualTo("MessageGroup");
    assertThat(topic.has("KmsMasterKeyId")).isTrue();
    Synthesised both = Synthesised.of("kinesis-and-bus");
    JsonNode stream = both.only("AWS::Kinesis::Stream");
    assertThat(stream.path("Name").asText()).isEqualTo("orders-audit");
    assertThat(stream.path("StreamEncryption").path("EncryptionType").asText()).isEqualTo("KMS");
    assertThat(both.properties("AWS::Events::EventBus")).isEmpty();
    assertThat(both.properties("AWS::SNS::Topic")).isEmpty();
  }

  @Test
  void makesQueuesForTheirConsumers() {
    Synthesised example = Synthesised.of("queues");
    JsonNode work = example.only("AWS::SQS::Queue", "QueueName", "orders-work");
    assertThat(work.path("SqsManagedSseEnabled").asBoolean()).isTrue();
    assertThat(work.path("MaximumMessageSize")).hasToString("1048576");
    assertThat(work.path("MessageRetentionPeriod")).hasToString("1209600");
    assertThat(work.has("FifoQueue")).isFalse();
    JsonNode fifo = example.only("AWS::SQS::Queue", "QueueName", "orders-billing.fifo");
    assertThat(fifo.path("FifoQueue").asBoolean()).isTrue();
    assertThat(fifo.path("DeduplicationScope").asText()).isEqualTo("messageGroup");
    assertThat(fifo.path("FifoThroughputLimit").asText()).isEqualTo("perMessageGroupId");
    assertThat(fifo.path("MaximumMessageSize")).hasToString("262144");
    JsonNode keyed = Choices.of("keys").only("AWS::SQS::Queue");
    assertThat(keyed.has("KmsMasterKeyId")).isTrue();
  }

  private static JsonNode table(String example, String name) {
    return Synthesised.of(example).only(TABLE, "TableName", name);
  }
}
