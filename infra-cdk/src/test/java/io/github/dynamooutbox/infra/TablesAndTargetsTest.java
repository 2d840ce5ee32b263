package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

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

  @Test
  void createsWhatIsNamedAndOnlyUsesWhatHasAnArn() {
    assertThat(Synthesised.of("bus-only").only("AWS::Events::EventBus").path("Name").asText())
        .isEqualTo("orders");
    JsonNode topic =
        Synthesised.of("fifo-topic").only("AWS::SNS::Topic", each -> each.has("TopicName"));
    assertThat(topic.path("TopicName").asText()).isEqualTo("billing.fifo");
    assertThat(topic.path("FifoTopic").asBoolean()).isTrue();
    assertThat(topic.has("KmsMasterKeyId")).isTrue();
    Synthesised both = Synthesised.of("kinesis-and-bus");
    JsonNode stream = both.only("AWS::Kinesis::Stream");
    assertThat(stream.path("Name").asText()).isEqualTo("orders-audit");
    assertThat(stream.path("StreamEncryption").path("EncryptionType").asText()).isEqualTo("KMS");
    assertThat(both.properties("AWS::Events::EventBus")).isEmpty();
    assertThat(both.properties("AWS::SNS::Topic")).isEmpty();
  }

  private static JsonNode table(String example, String name) {
    return Synthesised.of(example)
        .only(TABLE, each -> each.path("TableName").asText().equals(name));
  }
}
