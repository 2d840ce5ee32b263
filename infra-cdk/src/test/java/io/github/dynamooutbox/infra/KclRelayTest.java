package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

@NeedsNode
class KclRelayTest {
  private static final String TASK = "AWS::ECS::TaskDefinition";
  private static final String SERVICE = "AWS::ECS::Service";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Synthesised GIVEN = Synthesised.of("kcl-existing-vpc");

  /** A relay in a VPC that is made. */
  static final String OWN_VPC =
      """
      {"table": {"name": "trades"}, "relay": {"host": "kcl"},
       "targets": {"bus": {"type": "eventbridge", "busName": "trades"}},
       "routes": [{"to": ["bus"]}],
       "infrastructure": {"region": "eu-west-1", "account": "111122223333",
         "service": {"idleMillis": 20, "readsPerMonth": 16800000}}}
      """;

  private static final Synthesised OWN = Synthesised.parsed(OWN_VPC);

  @Test
  void runsTwoTasksOnArmInPrivateSubnetsOfTwoZones() {
    JsonNode service = GIVEN.only(SERVICE);
    assertThat(service.path("DesiredCount").asInt()).isEqualTo(2);
    assertThat(service.path("LaunchType").asText()).isEqualTo("FARGATE");
    assertThat(service.path("AvailabilityZoneRebalancing").asText()).isEqualTo("ENABLED");
    JsonNode network = service.path("NetworkConfiguration").path("AwsvpcConfiguration");
    assertThat(network.path("AssignPublicIp").asText()).isEqualTo("DISABLED");
    assertThat(network.path("Subnets").toString())
        .isEqualTo("[\"subnet-0123456789abcdef0\",\"subnet-0123456789abcdef1\"]");
    JsonNode task = GIVEN.only(TASK);
    assertThat(task.path("RuntimePlatform").path("CpuArchitecture").asText()).isEqualTo("ARM64");
    assertThat(task.path("Cpu").asText()).isEqualTo("1024");
    assertThat(task.path("Memory").asText()).isEqualTo("3072");
  }

  @Test
  void listensToNobody() {
    for (Synthesised example : List.of(GIVEN, OWN)) {
      assertThat(example.only("AWS::EC2::SecurityGroup").has("SecurityGroupIngress")).isFalse();
      assertThat(example.properties("AWS::EC2::SecurityGroupIngress")).isEmpty();
      assertThat(example.only("AWS::EC2::SecurityGroup").path("SecurityGroupEgress"))
          .singleElement()
          .satisfies(out -> assertThat(out.path("ToPort").asInt()).isEqualTo(443));
      assertThat(example.only(TASK).path("ContainerDefinitions").path(0).has("PortMappings"))
          .isFalse();
      assertThat(example.only(SERVICE).has("LoadBalancers")).isFalse();
    }
  }

  @Test
  void reachesDynamoDbByAGatewayEndpoint() {
    for (Synthesised example : List.of(GIVEN, OWN)) {
      JsonNode endpoint = example.only("AWS::EC2::VPCEndpoint");
      assertThat(endpoint.path("VpcEndpointType").asText()).isEqualTo("Gateway");
      assertThat(endpoint.path("ServiceName").toString()).contains("dynamodb");
      assertThat(endpoint.path("RouteTableIds")).hasSize(2);
    }
  }

  @Test
  void makesAVpcWithPrivateSubnetsInTwoZonesWithoutAskingAnAccount() {
    assertThat(OWN.properties("AWS::EC2::VPC")).hasSize(1);
    JsonNode subnets =
        OWN.only(SERVICE).path("NetworkConfiguration").path("AwsvpcConfiguration").path("Subnets");
    assertThat(subnets).hasSize(2);
    List<String> zones = new ArrayList<>();
    for (JsonNode subnet : subnets) {
      JsonNode made =
          OWN.template().path("Resources").path(subnet.path("Ref").asText()).path("Properties");
      assertThat(made.path("MapPublicIpOnLaunch").asBoolean()).isFalse();
      zones.add(made.path("AvailabilityZone").toString());
    }
    assertThat(zones).doesNotHaveDuplicates().allMatch(zone -> zone.contains("Fn::GetAZs"));
    assertThat(OWN.properties("AWS::EC2::NatGateway")).hasSize(2);
  }

  @Test
  void isReplacedOnlyByTasksThatWorkAndHasTimeToEndInOrder() throws IOException {
    JsonNode deployment = GIVEN.only(SERVICE).path("DeploymentConfiguration");
    assertThat(deployment.path("DeploymentCircuitBreaker").path("Enable").asBoolean()).isTrue();
    assertThat(deployment.path("DeploymentCircuitBreaker").path("Rollback").asBoolean()).isTrue();
    assertThat(deployment.path("MinimumHealthyPercent").asInt()).isEqualTo(100);
    JsonNode container = GIVEN.only(TASK).path("ContainerDefinitions").path(0);
    // Main gives the service 25 seconds.
    assertThat(container.path("StopTimeout").asInt()).isGreaterThanOrEqualTo(25 + 10);
    String dockerfile = Files.readString(Path.of("../kcl-relay-service/Dockerfile"));
    String check = JSON.writeValueAsString(container.path("HealthCheck").path("Command"));
    // The Dockerfile's array begins after CMD.
    assertThat(JSON.readTree("[\"CMD\"," + dockersCheck(dockerfile) + "]").toString())
        .isEqualTo(check);
  }

  @Test
  void neitherASlowLogNorADeploymentThatCannotWorkStopsTheRelay() {
    JsonNode container = GIVEN.only(TASK).path("ContainerDefinitions").path(0);
    JsonNode log = container.path("LogConfiguration").path("Options");
    assertThat(log.path("mode").asText()).isEqualTo("non-blocking");
    assertThat(log.path("max-buffer-size").asText()).isEqualTo("4194304b");
    assertThat(container.path("LinuxParameters").path("InitProcessEnabled").asBoolean()).isTrue();
    JsonNode deployment = GIVEN.only(SERVICE).path("DeploymentConfiguration");
    assertThat(deployment.path("Alarms").path("Enable").asBoolean()).isTrue();
    assertThat(deployment.path("Alarms").path("Rollback").asBoolean()).isTrue();
    assertThat(deployment.path("Alarms").path("AlarmNames").toString())
        .contains("MonitoringUnownedShards");
    assertThat(deployment.path("DeploymentCircuitBreaker").path("Rollback").asBoolean()).isTrue();
  }

  private static String dockersCheck(String dockerfile) {
    return dockerfile.substring(dockerfile.indexOf("CMD [") + 5, dockerfile.indexOf("]\nENTRY"));
  }

  @Test
  void tellsTheServiceWhatItReadsAndWhereItsLeasesAre() {
    Map<String, JsonNode> variables = variables(GIVEN);
    assertThat(variables)
        .containsOnlyKeys(
            "AWS_REGION",
            "OUTBOX_CONFIG",
            "OUTBOX_CONFIG_HASH",
            "OUTBOX_KCL_APPLICATION",
            "OUTBOX_KCL_CLOUDWATCH_SERVICE",
            "OUTBOX_KCL_COORDINATOR_TABLE",
            "OUTBOX_KCL_IDLE_MILLIS",
            "OUTBOX_KCL_LEASE_TABLE",
            "OUTBOX_KCL_WORKER_METRICS_TABLE");
    assertThat(variables.get("OUTBOX_KCL_IDLE_MILLIS").asText()).isEqualTo("50");
    assertThat(variables.get("OUTBOX_CONFIG").toString())
        .as("the table, and no stream of it: it may get another one")
        .contains("trades-control", "\\\"trades\\\"}")
        .doesNotContain("StreamArn");
  }

  @Test
  void tellsTheServiceHowManyReadsItMayMake() {
    assertThat(variables(OWN).get("OUTBOX_KCL_READS_PER_MONTH").asText()).isEqualTo("16800000");
  }

  private static Map<String, JsonNode> variables(Synthesised stack) {
    Map<String, JsonNode> variables = new TreeMap<>();
    stack
        .only(TASK)
        .path("ContainerDefinitions")
        .path(0)
        .path("Environment")
        .forEach(each -> variables.put(each.path("Name").asText(), each.path("Value")));
    return variables;
  }

  /** As KCL would make them: by other keys it could not read them. */
  @Test
  void makesTheTablesThatKclNeeds() {
    Map<String, String> keys = new TreeMap<>();
    GIVEN
        .resources("AWS::DynamoDB::GlobalTable")
        .filter(table -> table.getKey().startsWith("ServiceKcl"))
        .forEach(
            table ->
                keys.put(
                    table.getKey().replaceAll("^ServiceKcl|[0-9A-F]{8}$", ""),
                    table.getValue().path("Properties").path("KeySchema").toString()));
    assertThat(keys)
        .isEqualTo(
            Map.of(
                "Leases", "[{\"AttributeName\":\"leaseKey\",\"KeyType\":\"HASH\"}]",
                "Coordinator", "[{\"AttributeName\":\"key\",\"KeyType\":\"HASH\"}]",
                "WorkerMetrics", "[{\"AttributeName\":\"wid\",\"KeyType\":\"HASH\"}]"));
    assertThat(
            GIVEN
                .only("AWS::DynamoDB::GlobalTable", each -> each.has("GlobalSecondaryIndexes"))
                .path("GlobalSecondaryIndexes")
                .path(0)
                .toString())
        .contains("LeaseOwnerToLeaseKeyIndex", "leaseOwner", "leaseKey", "KEYS_ONLY");
  }

  @Test
  void startsAfterItsRightsItsImagesAndItsRoutes() {
    List<String> needed = new ArrayList<>();
    for (String type : List.of("AWS::IAM::Policy", "AWS::EC2::Route")) {
      OWN.resources(type)
          .map(Map.Entry::getKey)
          .filter(id -> id.matches("(Service(Rights|TaskExecution)|NetworkVpcrelay).*"))
          .forEach(needed::add);
    }
    // Task and execution; two private subnets.
    assertThat(needed).hasSize(4);
    List<String> awaited = new ArrayList<>();
    OWN.resources(SERVICE)
        .forEach(
            service ->
                service.getValue().path("DependsOn").forEach(each -> awaited.add(each.asText())));
    assertThat(awaited).containsAll(needed);
  }

  @Test
  void hasNoFunctionThatRelays() {
    assertThat(GIVEN.properties("AWS::Lambda::EventSourceMapping")).isEmpty();
    assertThat(GIVEN.properties("AWS::Lambda::Function"))
        .extracting(function -> function.path("Handler").asText())
        .containsExactlyInAnyOrder(Redriver.HANDLER, Heartbeat.HANDLER);
  }

  @Test
  void pullsAnImageThatIsGivenFromItsRegistry() {
    Synthesised parsed =
        Synthesised.parsed(
            """
            {"table": {"name": "trades"}, "relay": {"host": "kcl"},
             "targets": {"bus": {"type": "eventbridge", "busName": "trades"}},
             "routes": [{"to": ["bus"]}],
             "infrastructure": {"service": {
               "image": "111122223333.dkr.ecr.eu-west-1.amazonaws.com/outbox/relay:1.0"}}}
            """);
    assertThat(parsed.only(TASK).toString())
        .contains("111122223333.dkr.ecr.eu-west-1", "outbox/relay:1.0");
    assertThat(RenderedRights.of(parsed).get("ServiceTaskExecutionRole"))
        .contains("arn:AWS::Partition:ecr:eu-west-1:111122223333:repository/outbox/relay");
  }
}
