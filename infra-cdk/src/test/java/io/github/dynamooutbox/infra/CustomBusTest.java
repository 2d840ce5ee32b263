package io.github.dynamooutbox.infra;

import static io.github.dynamooutbox.infra.RenderedRights.may;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Tags;
import software.amazon.awscdk.services.iam.Role;
import software.amazon.awscdk.services.iam.ServicePrincipal;
import software.amazon.awscdk.services.kms.Key;

@NeedsNode
class CustomBusTest {
  private static final String BUS = "AWS::EventsV2::EventBus";
  private static final String COMPANY =
      "arn:aws:events:eu-west-1:111122223333:event-busv2/company/abcdefghij0123456789abcde";

  @Test
  void isCreatedWithItsRetentionAndStaysWithItsEvents() {
    JsonNode bus = Synthesised.of("custom-bus").first(BUS, "Targetsshop");
    assertThat(bus.path("Properties").toString())
        .isEqualTo("{\"Name\":\"shop\",\"StorageConfiguration\":{\"RetentionPeriodInDays\":30}}");
    assertThat(bus.path("DeletionPolicy").asText()).isEqualTo("RetainExceptOnCreate");
    assertThat(Synthesised.of("custom-bus").properties(BUS)).hasSize(1);
  }

  @Test
  void letsTheRelayCallOnlyTheOperationThatItUses() {
    assertThat(RenderedRights.of(Synthesised.of("custom-bus")).get("LambdaRelay"))
        .contains(may("events:DescribeEventBus events:PutEvents", "Targetsshop.EventBusArn"))
        .contains(may("events:DescribeEventBus events:PutEvents", COMPANY))
        .contains(
            may(
                "kms:Decrypt",
                "arn:aws:kms:eu-west-1:111122223333:key/1234abcd-12ab-34cd-56ef-1234567890ab"))
        .doesNotContain("eventsv2:");
  }

  @Test
  void tellsTheRelayTheArnThatOnlyTheDeploymentKnows() {
    String variables =
        Synthesised.of("custom-bus")
            .first("AWS::Lambda::Function", "LambdaRelay")
            .at("/Properties/Environment/Variables/OUTBOX_CONFIG")
            .toString();
    assertThat(variables)
        .contains("busArn")
        .contains("{\"Fn::GetAtt\":[\"Targetsshop326FAD06\",\"EventBusArn\"]}");
  }

  @Test
  void hasAnAlarmForTheShareOfEntriesThatFail() {
    List<JsonNode> alarms =
        Synthesised.of("custom-bus").properties("AWS::CloudWatch::Alarm").stream()
            .filter(alarm -> alarm.toString().contains("PublishEventsFailedEntriesCount"))
            .toList();
    assertThat(alarms)
        .hasSize(2)
        .allMatch(alarm -> alarm.path("Threshold").asInt() == 10)
        .allMatch(alarm -> alarm.toString().contains("PublishEventsEntryCount"))
        .anyMatch(alarm -> alarm.toString().contains("\"company/abcdefghij0123456789abcde\""));
  }

  /** Names repeat in other accounts and regions; ids do not. */
  @Test
  void tellsBusesOfOneNameApart() {
    String other =
        "arn:aws:events:eu-west-1:444455556666:event-busv2/company/zyxwvutsrq9876543210zyxwv";
    Synthesised stack =
        Synthesised.parsed(
            """
            {"table": {"name": "orders"},
             "targets": {"ours": {"type": "eventbridgev2", "busArn": "%s"},
                         "theirs": {"type": "eventbridgev2", "busArn": "%s"}},
             "routes": [{"to": ["ours", "theirs"]}]}
            """
                .formatted(COMPANY, other));

    assertThat(RenderedRights.of(stack).get("LambdaRelay"))
        .contains(may("events:DescribeEventBus events:PutEvents", COMPANY))
        .contains(may("events:DescribeEventBus events:PutEvents", other));
    assertThat(
            stack.properties("AWS::CloudWatch::Alarm").stream()
                .map(JsonNode::toString)
                .filter(alarm -> alarm.contains("PublishEventsFailedEntriesCount")))
        .satisfiesExactlyInAnyOrder(
            alarm -> assertThat(alarm).contains("\"company/abcdefghij0123456789abcde\""),
            alarm -> assertThat(alarm).contains("\"company/zyxwvutsrq9876543210zyxwv\""));
    assertThat(stack.properties(BUS)).isEmpty();
  }

  @Test
  void isReachedThroughItsOwnEndpoint() {
    assertThat(
            Synthesised.parsed(
                    """
                    {"table": {"name": "orders"},
                     "targets": {"bus": {"type": "eventbridgev2", "busName": "orders"}},
                     "routes": [{"to": ["bus"]}],
                     "infrastructure": {
                       "region": "eu-west-1",
                       "network": {"vpcId": "vpc-00000001", "availabilityZones": ["eu-west-1a", "eu-west-1b"],
                                   "privateSubnetIds": ["subnet-00000001", "subnet-00000002"],
                                   "interfaceEndpoints": true}}}
                    """)
                .properties("AWS::EC2::VPCEndpoint"))
        .anyMatch(endpoint -> endpoint.path("ServiceName").toString().contains(".eventsv2"));
  }

  @Test
  void mayReadASchemaRegistryOfGlue() {
    Synthesised stack =
        Synthesised.parsed(
            """
            {"table": {"name": "orders"},
             "targets": {"bus": {"type": "eventbridgev2", "busName": "orders", "api": "raw",
               "envelope": "data",
               "schemaRegistryUri": "arn:aws:glue:eu-west-1:111122223333:registry/shop"}},
             "routes": [{"to": ["bus"]}]}
            """);
    assertThat(RenderedRights.of(stack).get("LambdaRelay"))
        .contains(may("glue:GetRegistry", "arn:aws:glue:eu-west-1:111122223333:registry/shop"))
        .contains("glue:GetSchemaVersion")
        .contains(may("events:DescribeEventBus events:PutRawEvents", "Targetsbus.EventBusArn"));
  }

  @Test
  void isAConstructThatTakesTagsAndAKeyAndLetsOthersPublish() {
    App app = new App();
    Stack stack = new Stack(app, "Shop");
    Key key = new Key(stack, "Key");
    CustomEventBus bus = new CustomEventBus(stack, "Bus", "shop", 7, Optional.of(key));
    Tags.of(stack).add("team", "shop");
    Role publisher =
        Role.Builder.create(stack, "Publisher")
            .assumedBy(new ServicePrincipal("lambda.amazonaws.com"))
            .build();
    bus.grantPublish(publisher);
    new DynamoOutbox(
        stack,
        "Outbox",
        DynamoOutboxProps.builder()
            .tableName("orders")
            .target("bus", bus)
            .route("bus")
            .artifacts(Synthesised.artifacts())
            .build());
    Synthesised made = Synthesised.of(app, stack);
    JsonNode properties = made.only(BUS);
    assertThat(properties.path("Tags").toString())
        .isEqualTo("[{\"Key\":\"team\",\"Value\":\"shop\"}]");
    assertThat(properties.at("/EncryptionConfiguration/KmsKeyIdentifier").toString())
        .contains("Fn::GetAtt", "Key");
    assertThat(RenderedRights.of(made).get("Publisher"))
        .contains("may events:PutEvents events:PutRawEvents\n  on Bus.EventBusArn")
        .contains("may kms:Decrypt\n  on Key.Arn");
    assertThat(RenderedRights.of(made).get("OutboxLambdaRelay"))
        .contains("may events:DescribeEventBus events:PutEvents\n  on Bus.EventBusArn")
        .contains("may kms:Decrypt\n  on Key.Arn");
  }

  @Test
  void refusesTheArnOfABusOfClassicBeforeAnythingIsMade() {
    assertThatThrownBy(
            () ->
                OutboxConfig.parse(
                    """
                    {"table": {"name": "orders"},
                     "targets": {"bus": {"type": "eventbridgev2",
                       "busArn": "arn:aws:events:eu-west-1:111122223333:event-bus/shop"}},
                     "routes": [{"to": ["bus"]}]}
                    """))
        .hasMessageContaining("targets.bus.busArn:")
        .hasMessageContaining("must be the ARN of a Custom Event Bus");
  }
}
