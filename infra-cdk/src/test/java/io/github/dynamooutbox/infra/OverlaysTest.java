package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;

@NeedsNode
class OverlaysTest {
  private static final String TABLE = "AWS::DynamoDB::GlobalTable";

  @Test
  void makesAStackForEachEnvironmentWithWhatIsDifferentThere() {
    List<OutboxConfig> configs = Synthesised.configs("two-environments");
    assertThat(configs)
        .extracting(OutboxConfig::stackName)
        .containsExactly("Outbox-orders-test", "Outbox-orders-production");
    OutboxConfig test = configs.get(0);
    assertThat(test.account()).contains("111122223333");
    assertThat(test.table().retain()).isFalse();
    assertThat(test.targets()).hasSize(1);
    assertThat(test.mapping().batchSize()).isEqualTo(500);
    OutboxConfig production = configs.get(1);
    assertThat(production.account()).contains("444455556666");
    assertThat(production.table().retain()).isTrue();
    assertThat(production.targets()).extracting(TargetSettings::name).contains("bus", "audit");
    assertThat(production.mapping().batchSize()).isEqualTo(1000);
    assertThat(production.alarms().iteratorAgeSeconds()).isEqualTo(60);
  }

  @Test
  void replicatesTheTableToEachRegionAndProtectsTheCopies() {
    JsonNode table = orders(Synthesised.stacks("global-table").get(0));
    assertThat(table.path("Replicas")).hasSize(2);
    assertThat(table.path("Replicas").findValuesAsText("Region"))
        .containsExactlyInAnyOrder("eu-west-1", "us-east-1");
    assertThat(table.path("Replicas"))
        .allSatisfy(
            replica -> {
              assertThat(replica.path("DeletionProtectionEnabled").asBoolean()).isTrue();
              assertThat(replica.findValue("PointInTimeRecoveryEnabled").asBoolean()).isTrue();
            });
    assertThat(table.path("StreamSpecification").has("StreamViewType")).isTrue();
  }

  @Test
  void givesEachRegionARelayThatPublishesWhatWasWrittenThere() {
    List<Synthesised> stacks = Synthesised.stacks("global-table");
    assertThat(stacks).hasSize(2);
    assertThat(relayConfig(stacks.get(0))).contains("\\\"regions\\\":[\\\"eu-west-1\\\"]");
    assertThat(relayConfig(stacks.get(1))).contains("\\\"regions\\\":[\\\"us-east-1\\\"]");
    // A control table of its own, and no other table.
    assertThat(stacks.get(1).properties(TABLE))
        .singleElement()
        .satisfies(
            table -> assertThat(table.path("TableName").asText()).isEqualTo("orders-control"));
    assertThat(stacks.get(1).only("AWS::Events::EventBus").path("Name").asText())
        .isEqualTo("orders");
  }

  @Test
  void readsTheReplicasOwnStream() {
    Synthesised replica = Synthesised.stacks("global-table").get(1);
    JsonNode look = replica.only("Custom::AWS");
    assertThat(look.path("Update").asText() + look.path("Create").asText())
        .contains("describeTable", "\"TableName\":\"orders\"");
    assertThat(replica.only("AWS::Lambda::EventSourceMapping").path("EventSourceArn").toString())
        .contains("Table.LatestStreamArn");
  }

  @Test
  void deploysAReplicaAfterItsTable() {
    List<OutboxStack> stacks =
        OutboxStack.all(new App(), Synthesised.configs("global-table"), Synthesised::artifacts);
    assertThat(stacks.get(1).getDependencies())
        .extracting(Stack::getStackName)
        .containsExactly("Outbox-orders");
    assertThat(stacks.get(1).getStackName()).isEqualTo("Outbox-orders-us-east-1");
    assertThat(stacks.get(1).getRegion()).isEqualTo("us-east-1");
  }

  private static JsonNode orders(Synthesised stack) {
    return stack.only(TABLE, "TableName", "orders");
  }

  private static String relayConfig(Synthesised stack) {
    return stack.function(LambdaRelay.HANDLER).path("Environment").toString();
  }
}
