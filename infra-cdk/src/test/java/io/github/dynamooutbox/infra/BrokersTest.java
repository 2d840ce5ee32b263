package io.github.dynamooutbox.infra;

import static io.github.dynamooutbox.infra.RenderedRights.may;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Targets of type {@code kafka}: the network, what the relay may do, its layer and alarms. */
@NeedsNode
class BrokersTest {
  private static final Synthesised EXAMPLE = Synthesised.of("kafka");
  private static final String CLUSTER =
      "arn:aws:kafka:eu-west-1:111122223333:%s/orders/12345678-1234-1234-1234-123456789012-2";
  private static final String GROUP = "sg-0123456789abcdef0";

  /** Two topics of a cluster, and a relay on Fargate. */
  private static final Synthesised TOPICS =
      Synthesised.parsed(
          """
          {"table": {"name": "orders"}, "controlTable": {"name": "orders-control"},
           "targets": {
             "a": {"type": "kafka", "topic": "a", "bootstrapServers": ["b:9098"],
                   "securityGroupId": "%1$s"},
             "b": {"type": "kafka", "topic": "b", "bootstrapServers": ["b:9098"],
                   "securityGroupId": "%1$s"}},
           "routes": [{"to": ["a", "b"]}], "relay": {"host": "kcl"},
           "infrastructure": {"region": "eu-west-1",
             "service": {"image": "example.com/relay:1"},
             "network": {"vpcId": "vpc-0123456789abcdef0",
               "availabilityZones": ["eu-west-1a", "eu-west-1b"],
               "privateSubnetIds": ["subnet-0123456789abcdef0", "subnet-0123456789abcdef1"]}}}
          """
              .formatted(GROUP));

  /** MSK's actions on one cluster and one topic, and one secret with its key. */
  @Test
  void letsTheRelayWriteToItsTopicsAndNothingElse() {
    for (String role : List.of("LambdaRelay", "RedriverRedrive")) {
      assertThat(RenderedRights.of(EXAMPLE).get(role))
          .contains(
              may(
                  "kafka-cluster:Connect kafka-cluster:WriteDataIdempotently",
                  CLUSTER.formatted("cluster")))
          .contains(
              may(
                  "kafka-cluster:DescribeTopic kafka-cluster:DescribeTopicDynamicConfiguration"
                      + " kafka-cluster:WriteData",
                  CLUSTER.formatted("topic") + "/orders"))
          .contains(
              may(
                  "ssm:GetParameter",
                  "arn:AWS::Partition:ssm:eu-west-1:111122223333:parameter"
                      + "/aws/reference/secretsmanager/AmazonMSK_orders"))
          .contains(
              may(
                  "secretsmanager:GetSecretValue",
                  "arn:AWS::Partition:secretsmanager:eu-west-1:111122223333:secret:"
                      + "AmazonMSK_orders-??????"))
          .contains(
              may(
                  "kms:Decrypt",
                  "arn:aws:kms:eu-west-1:111122223333:key/12345678-1234-1234-1234-123456789012"))
          .doesNotContain("kafka-cluster:*", "kafka-cluster:ReadData", "kafka-cluster:Alter");
    }
  }

  @Test
  void reachesTheBrokersOnTheirPortsOnly() {
    List<String> rules =
        EXAMPLE
            .only("AWS::EC2::SecurityGroup")
            .path("SecurityGroupEgress")
            .valueStream()
            .map(
                rule ->
                    (rule.has("CidrIp")
                                ? rule.path("CidrIp")
                                : rule.path("DestinationSecurityGroupId"))
                            .asText()
                        + ":"
                        + rule.path("ToPort").asText())
            .toList();
    assertThat(rules).containsExactlyInAnyOrder("0.0.0.0/0:443", "0.0.0.0/0:9096", GROUP + ":9098");
  }

  @Test
  void isLetInByTheBrokersGroup() {
    JsonNode ingress = EXAMPLE.only("AWS::EC2::SecurityGroupIngress");
    assertThat(ingress.path("GroupId").asText()).isEqualTo(GROUP);
    assertThat(ingress.path("FromPort").asInt()).isEqualTo(9098);
    assertThat(ingress.path("ToPort").asInt()).isEqualTo(9098);
    assertThat(ingress.path("SourceSecurityGroupId").toString()).contains("NetworkGroup");
  }

  @Test
  void runsBothFunctionsInTheVpcWithTheLayer() {
    assertThat(EXAMPLE.properties("AWS::Lambda::Function"))
        .filteredOn(each -> each.has("Layers"))
        .hasSize(2)
        .allSatisfy(each -> assertThat(each.at("/VpcConfig/SubnetIds")).hasSize(2));
    assertThat(EXAMPLE.properties("AWS::Lambda::LayerVersion"))
        .singleElement()
        .satisfies(
            layer ->
                assertThat(layer.path("Description").asText())
                    .isEqualTo("Dynamo Outbox: kafka-target"));
  }

  /** EC2 refuses the same rule a second time. */
  @Test
  void isLetInOnceByACluster() {
    assertThat(TOPICS.only("AWS::EC2::SecurityGroupIngress").path("FromPort").asInt())
        .isEqualTo(9098);
  }

  @Test
  void redrivesFromTheVpcBesideARelayOnFargate() {
    assertThat(TOPICS.function(Redriver.HANDLER).at("/VpcConfig/SubnetIds")).hasSize(2);
  }

  @Test
  void tellsTheRelayWhereTheCredentialsAreAndNotWhoIsLetIn() {
    String environment = EXAMPLE.function(LambdaRelay.HANDLER).path("Environment").toString();
    assertThat(environment)
        .contains("AmazonMSK_orders", "9098")
        .doesNotContain("securityGroupId", GROUP);
  }

  @Test
  void hasTheAlarmsOfEveryTarget() {
    assertThat(EXAMPLE.resources("AWS::CloudWatch::Alarm").map(Map.Entry::getKey))
        .anyMatch(id -> id.contains("TargetDownlog"))
        .anyMatch(id -> id.contains("Rejectedlog"))
        .anyMatch(id -> id.contains("PublishAgelog"))
        .anyMatch(id -> id.contains("TargetDowncompany"));
  }
}
