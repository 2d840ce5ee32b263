package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What may be chosen beside the standard set-up, and what it makes. */
@NeedsNode
class ChoicesTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String KEY = "arn:aws:kms:eu-west-1:111122223333:key/1234abcd";
  private static final String NETWORK =
      """
      "network": {"vpcId": "vpc-1", "availabilityZones": ["eu-west-1a", "eu-west-1b"],
        "privateSubnetIds": ["subnet-1", "subnet-2"], "interfaceEndpoints": true}
      """;

  private static final Map<String, String> DOCUMENTS =
      Map.of(
          "quiet",
          "{\"infrastructure\": {\"alarms\": {\"enabled\": false}, \"dashboard\": false}}",
          "function",
          "{\"infrastructure\": {\"function\": {\"tracing\": true, \"reservedConcurrency\": 3}, "
              + NETWORK
              + "}}",
          "table",
          """
          {"infrastructure": {"table": {"kmsKeyArn": "%s", "maxReadUnits": 10, "maxWriteUnits": 20,
            "indexes": {"byTime": {"partitionKey": "customer", "sortKey": "time"}}}}}
          """
              .formatted(KEY),
          "control",
          """
          {"infrastructure": {"controlTable": {"kmsKeyArn": "%s",
            "tableArn": "arn:aws:dynamodb:eu-west-1:111122223333:table/orders-control"}}}
          """
              .formatted(KEY),
          "both",
          """
          {"infrastructure": {"bothRelays": true,
            "service": {"image": "example.com/relay:1", "spot": true, "maxTasks": 6}}}
          """,
          "keys",
          """
          {"targets": {
             "topic": {"type": "sns", "kmsKeyArn": "%1$s",
               "topicArn": "arn:aws:sns:eu-west-1:111122223333:news"},
             "stream": {"type": "kinesis", "kmsKeyArn": "%1$s", "streamName": "audit"}},
           "routes": [{"to": ["bus", "topic", "stream"]}]}
          """
              .formatted(KEY));

  private static Map<String, Synthesised> made;

  @BeforeAll
  static void synthesise() throws IOException {
    Map<String, JsonNode> documents = new LinkedHashMap<>();
    for (Map.Entry<String, String> each : DOCUMENTS.entrySet()) {
      ObjectNode base =
          (ObjectNode)
              JSON.readTree(
                  """
                  {"table": {"name": "orders"}, "controlTable": {"name": "orders-control"},
                   "targets": {"bus": {"type": "eventbridge", "busName": "orders"}},
                   "routes": [{"to": ["bus"]}],
                   "infrastructure": {"region": "eu-west-1", "account": "111122223333"}}
                  """);
      documents.put(each.getKey(), JSON.readerForUpdating(base).readTree(each.getValue()));
    }
    made = Synthesised.together(documents);
  }

  @Test
  void leavesOutAlarmsAndDashboard() {
    Synthesised quiet = made.get("quiet");
    for (String type : List.of("Alarm", "CompositeAlarm", "Dashboard")) {
      assertThat(quiet.properties("AWS::CloudWatch::" + type)).isEmpty();
    }
    assertThat(quiet.properties("AWS::SNS::Topic")).isEmpty();
  }

  @Test
  void runsTheFunctionsInAVpcTracedAndWithReservedConcurrency() {
    Synthesised function = made.get("function");
    JsonNode relay = function(function, LambdaRelay.HANDLER);
    assertThat(relay.at("/VpcConfig/SubnetIds")).hasSize(2);
    assertThat(relay.at("/TracingConfig/Mode").asText()).isEqualTo("Active");
    assertThat(relay.path("ReservedConcurrentExecutions").asInt()).isEqualTo(3);
    JsonNode redrive = function(function, Redriver.HANDLER);
    assertThat(redrive.at("/VpcConfig/SubnetIds")).hasSize(2);
    assertThat(redrive.has("ReservedConcurrentExecutions")).isFalse();
    assertThat(RenderedRights.of(function).get("LambdaRelay"))
        .contains("ec2:CreateNetworkInterface", "xray:PutTraceSegments");
  }

  /** A gateway endpoint carries DynamoDB's tables, and not their streams. */
  @Test
  void reachesTheStreamWithoutNat() {
    assertThat(made.get("function").properties("AWS::EC2::VPCEndpoint"))
        .allMatch(each -> each.path("VpcEndpointType").asText().equals("Interface"))
        .extracting(each -> each.path("ServiceName").asText().replaceFirst(".*eu-west-1\\.", ""))
        .contains("dynamodb-streams", "events", "sns", "kinesis-streams", "ssm", "logs");
  }

  @Test
  void makesATableWithIndexesProvisionedCapacityAndAnExistingKey() {
    Synthesised table = made.get("table");
    JsonNode orders =
        table.only(
            "AWS::DynamoDB::GlobalTable", each -> each.path("TableName").asText().equals("orders"));
    assertThat(orders.path("BillingMode").asText()).isEqualTo("PROVISIONED");
    assertThat(orders.path("GlobalSecondaryIndexes").toString())
        .contains("byTime", "customer", "time");
    assertThat(orders.path("Replicas").toString()).contains(KEY);
    assertThat(table.resources("AWS::KMS::Key").map(Map.Entry::getKey))
        .noneMatch(id -> id.startsWith("Outbox"));
    assertThat(RenderedRights.of(table).get("LambdaRelay")).contains("kms:Decrypt", KEY);
  }

  @Test
  void usesAControlTableThatExists() {
    Synthesised control = made.get("control");
    assertThat(control.properties("AWS::DynamoDB::GlobalTable")).hasSize(1);
    assertThat(RenderedRights.of(control).get("RedriverRedrive"))
        .contains("on arn:aws:dynamodb:eu-west-1:111122223333:table/orders-control", KEY);
  }

  @Test
  void runsBothRelaysForAMigration() {
    Synthesised both = made.get("both");
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
    Synthesised both = made.get("both");
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
    Synthesised keys = made.get("keys");
    assertThat(RenderedRights.of(keys).get("LambdaRelay"))
        .contains("may kms:Decrypt kms:GenerateDataKey\n  on " + KEY)
        .contains("may kms:GenerateDataKey\n  on " + KEY);
    assertThat(keys.only("AWS::Kinesis::Stream").at("/StreamEncryption/KeyId").asText())
        .isEqualTo(KEY);
    assertThat(function(keys, LambdaRelay.HANDLER).path("Environment").toString())
        .doesNotContain("kms");
  }

  private static JsonNode function(Synthesised stack, String handler) {
    return stack.only(
        "AWS::Lambda::Function", each -> each.path("Handler").asText().equals(handler));
  }
}
