package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** What may be chosen beside the standard set-up, and what it makes. */
@NeedsNode
class ChoicesTest {
  /** In two zones, 730 hours at $0.01. */
  private static final double ENDPOINT_A_MONTH = 2 * 730 * 0.01;

  @Test
  void leavesOutAlarmsAndDashboard() {
    Synthesised quiet = Choices.of("quiet");
    for (String type : List.of("Alarm", "CompositeAlarm", "Dashboard")) {
      assertThat(quiet.properties("AWS::CloudWatch::" + type)).isEmpty();
    }
    assertThat(quiet.properties("AWS::SNS::Topic")).isEmpty();
  }

  @Test
  void runsTheFunctionsInAVpcTracedAndWithReservedConcurrency() {
    Synthesised function = Choices.of("function");
    JsonNode relay = function.function(LambdaRelay.HANDLER);
    assertThat(relay.at("/VpcConfig/SubnetIds")).hasSize(2);
    assertThat(relay.at("/TracingConfig/Mode").asText()).isEqualTo("Active");
    assertThat(relay.path("ReservedConcurrentExecutions").asInt()).isEqualTo(3);
    JsonNode redrive = function.function(Redriver.HANDLER);
    assertThat(redrive.at("/VpcConfig/SubnetIds")).hasSize(2);
    assertThat(redrive.has("ReservedConcurrentExecutions")).isFalse();
    assertThat(RenderedRights.of(function).get("LambdaRelay"))
        .contains("ec2:CreateNetworkInterface", "xray:PutTraceSegments");
  }

  /**
   * A gateway endpoint carries DynamoDB's tables, and not their streams. Each endpoint costs money
   * every hour, so there is none for a service that no target is of.
   */
  @Test
  void reachesTheStreamWithoutNat() {
    assertThat(Choices.of("function").properties("AWS::EC2::VPCEndpoint"))
        .allMatch(each -> each.path("VpcEndpointType").asText().equals("Interface"))
        .extracting(each -> each.path("ServiceName").asText().replaceFirst(".*eu-west-1\\.", ""))
        .containsExactlyInAnyOrder(
            "dynamodb-streams",
            "ssm",
            "logs",
            "ecr.api",
            "ecr.dkr",
            "events",
            "sns",
            "sqs",
            "kinesis-streams");
  }

  /** They cost money, each in two zones, so the page on costs counts those of every stack. */
  @Test
  void countsItsEndpointsInTheDocumentation() throws IOException {
    long ofEveryStack =
        Choices.of("function").properties("AWS::EC2::VPCEndpoint").stream()
            .map(each -> each.path("ServiceName").asText())
            .filter(service -> !service.matches(".*[.](events|sns|sqs|kinesis-streams)"))
            .count();

    assertThat(Files.readString(Path.of("../docs/cost.md")))
        .contains(
            String.format(
                Locale.ROOT,
                "interface endpoints (%d, $%.2f in two zones, and $%.2f for each service",
                ofEveryStack,
                ofEveryStack * ENDPOINT_A_MONTH,
                ENDPOINT_A_MONTH));
  }

  @Test
  void makesATableWithIndexesProvisionedCapacityAndAnExistingKey() {
    Synthesised table = Choices.of("table");
    JsonNode orders = table.only("AWS::DynamoDB::GlobalTable", "TableName", "orders");
    assertThat(orders.path("BillingMode").asText()).isEqualTo("PROVISIONED");
    assertThat(orders.path("GlobalSecondaryIndexes").toString())
        .contains("byTime", "customer", "time");
    assertThat(orders.path("Replicas").toString()).contains(Choices.KEY);
    assertThat(table.resources("AWS::KMS::Key").map(Map.Entry::getKey))
        .noneMatch(id -> id.startsWith("Outbox"));
    assertThat(RenderedRights.of(table).get("LambdaRelay")).contains("kms:Decrypt", Choices.KEY);
  }

  @Test
  void usesAControlTableThatExists() {
    Synthesised control = Choices.of("control");
    assertThat(control.properties("AWS::DynamoDB::GlobalTable")).hasSize(1);
    assertThat(RenderedRights.of(control).get("RedriverRedrive"))
        .contains("on arn:aws:dynamodb:eu-west-1:111122223333:table/orders-control", Choices.KEY);
  }

  @Test
  void runsBothRelaysForAMigration() {
    Synthesised both = Choices.of("both");
    assertThat(both.properties("AWS::Lambda::EventSourceMapping")).hasSize(1);
    assertThat(both.properties("AWS::ECS::Service")).hasSize(1);
    assertThat(
            both.properties("AWS::CloudWatch::Alarm").stream()
                .map(alarm -> alarm.path("MetricName").asText())
                .collect(Collectors.toSet()))
        .contains("IteratorAge", "ShardLag");
  }

  @Test
  void runsTasksOnSpotAsManyAsTheLagNeeds() {
    Synthesised both = Choices.of("both");
    JsonNode service = both.only("AWS::ECS::Service");
    assertThat(service.path("CapacityProviderStrategy").path(0).path("CapacityProvider").asText())
        .isEqualTo("FARGATE_SPOT");
    JsonNode target = both.only("AWS::ApplicationAutoScaling::ScalableTarget");
    assertThat(target.path("MinCapacity").asInt()).isEqualTo(2);
    assertThat(target.path("MaxCapacity").asInt()).isEqualTo(6);
    assertThat(both.properties("AWS::CloudWatch::Alarm"))
        .filteredOn(
            alarm ->
                alarm.path("AlarmActions").toString().contains("ScalingPolicy")
                    || alarm.path("AlarmActions").toString().contains("Lag"))
        .isNotEmpty()
        .allMatch(alarm -> alarm.path("MetricName").asText().equals("ShardLag"));
  }

  @Test
  void letsTheRelayUseTheKeysOfTargets() {
    Synthesised keys = Choices.of("keys");
    assertThat(RenderedRights.of(keys).get("LambdaRelay"))
        .contains("may kms:Decrypt kms:GenerateDataKey\n  on " + Choices.KEY)
        .contains("may kms:GenerateDataKey\n  on " + Choices.KEY);
    assertThat(keys.only("AWS::Kinesis::Stream").at("/StreamEncryption/KeyId").asText())
        .isEqualTo(Choices.KEY);
    assertThat(keys.function(LambdaRelay.HANDLER).path("Environment").toString())
        .doesNotContain("kms");
  }
}
