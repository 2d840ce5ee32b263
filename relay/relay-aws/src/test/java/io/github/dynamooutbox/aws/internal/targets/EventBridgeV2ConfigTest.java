package io.github.dynamooutbox.aws.internal.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.aws.config.ConfigException;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.internal.bus.BusClient.Description;
import io.github.dynamooutbox.aws.internal.targets.StreamOrderTest.Found;
import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetRight;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EventBridgeV2ConfigTest {
  private static final String BUS =
      "arn:aws:events:us-east-1:111122223333:event-busv2/orders/abcdefghij0123456789abcde";

  private static final String KEY = "arn:aws:kms:us-east-1:111122223333:key/1234";
  private static final AwsPlace PLACE = new AwsPlace("aws", "us-east-1", "111122223333");

  private static TargetConfig parse(String keys) {
    return RelayConfig.parse(
            """
            {"table": {"name": "orders"},
             "targets": {"bus": {"type": "eventbridgev2", %s}},
             "routes": [{"to": ["bus"]}]}
            """
                .formatted(keys))
        .targets()
        .get(0);
  }

  private static String arn() {
    return "\"busArn\": \"" + BUS + '"';
  }

  private static List<String> problems(String keys) {
    try {
      parse(arn() + ", " + keys);
      return List.of();
    } catch (ConfigException e) {
      return e.problems();
    }
  }

  @Test
  void isOrderedAndFillsRequestsWithAHundredEventsAndLeavesTheSizeToTheBus() {
    assertThat(parse(arn()))
        .isEqualTo(
            new EventBridgeV2Config(
                "bus",
                BUS,
                false,
                Optional.empty(),
                new Sending(
                    true,
                    EnvelopeForm.CLOUDEVENT,
                    new BatchLimits(100, 1 << 20, 8),
                    Integer.MAX_VALUE)));
  }

  @Test
  void aRelayMayOnlyPublishWithTheOperationItUses() {
    assertThat(parse(arn()).rights(PLACE))
        .containsExactly(
            new TargetRight(List.of("events:DescribeEventBus", "events:PutEvents"), BUS));
    assertThat(parse(arn() + ", \"api\": \"raw\", \"kmsKeyArn\": \"" + KEY + '"').rights(PLACE))
        .containsExactly(
            new TargetRight(List.of("events:DescribeEventBus", "events:PutRawEvents"), BUS));
  }

  @Test
  void theBusReadsARegistryOfGlueForTheRelay() {
    String glue = "arn:aws:glue:us-east-1:111122223333:registry/r";
    String keys = ", \"api\": \"raw\", \"envelope\": \"data\", \"schemaRegistryUri\": \"%s\"";
    assertThat(parse(arn() + keys.formatted(glue)).rights(PLACE))
        .containsExactly(
            new TargetRight(List.of("events:DescribeEventBus", "events:PutRawEvents"), BUS),
            new TargetRight(List.of("glue:GetRegistry"), glue),
            new TargetRight(List.of("glue:GetSchemaVersion"), "*"));
  }

  @Test
  void aNameIsNotEnoughToPublish() {
    TargetConfig named = parse("\"busName\": \"orders\"");
    assertThat(named.unresolved())
        .containsExactly(
            "busArn: is missing: a Custom Event Bus has an id, busName \"orders\" is not enough");
    assertThat(parse(arn()).unresolved()).isEmpty();
    assertThat(named.rights(PLACE))
        .extracting(TargetRight::resource)
        .containsExactly("arn:aws:events:us-east-1:111122223333:event-busv2/orders/*");
    Found found = new Found(new ArrayList<>());
    named.examine(found);
    assertThat(found.found()).containsExactly("unchecked is known by name only: \"orders\"");
  }

  @Test
  void nameAndArnHaveToAgree() {
    assertThat(problems("\"busName\": \"orders\"")).isEmpty();
    assertThat(problems("\"busName\": \"other\""))
        .containsExactly("targets.bus.busArn: is not the ARN of busName \"other\"");
  }

  @Test
  void refusesTheArnOfABusOfClassic() {
    assertThatThrownBy(
            () -> parse("\"busArn\": \"arn:aws:events:us-east-1:111122223333:event-bus/orders\""))
        .hasMessageContaining("must be the ARN of a Custom Event Bus")
        .hasMessageContaining("event-busv2/<name>/<id>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "'api':'raw','envelope':'data' |",
        "'api':'raw' | schemaRegistryUri: is used only with",
        "'envelope':'data' | schemaRegistryUri: is used only with"
      })
  void aRegistryOnlyHelpsWithPayloadsThatArePublishedAsTheyAre(String keys, String problem) {
    assertThat(
            problems(
                (keys + ",'schemaRegistryUri':'arn:aws:glue:us-east-1:111122223333:registry/r'")
                    .replace('\'', '"')))
        .hasSize(problem == null ? 0 : 1)
        .allMatch(it -> it.startsWith("targets.bus." + problem));
  }

  @Test
  void aRegistryOfConfluentCloudAndOnlyThatNeedsAConnection() {
    String raw = "\"api\": \"raw\", \"envelope\": \"data\", \"schemaRegistryUri\": ";
    String connection =
        ", \"schemaRegistryConnectionArn\":"
            + " \"arn:aws:events:us-east-1:111122223333:connection/r/1\"";
    String glue = "\"arn:aws:glue:us-east-1:111122223333:registry/r\"";
    assertThat(problems(raw + "\"https://r.example\"" + connection)).isEmpty();
    assertThat(problems(raw + "\"https://r.example\""))
        .containsExactly(
            "targets.bus.schemaRegistryConnectionArn: is missing: give the EventBridge connection"
                + " with the registry's credentials");
    assertThat(problems(raw + glue + connection))
        .containsExactly(
            "targets.bus.schemaRegistryConnectionArn: is used only with a schemaRegistryUri of"
                + " Confluent Cloud, an https URL");
  }

  @ParameterizedTest
  @CsvSource({
    "ACTIVE, fine is ACTIVE and retains events for 7 days",
    "UPDATE_FAILED, advise is UPDATE_FAILED (KMS_ACCESS_DENIED) and retains events for 7 days",
    "CREATING, wrong is CREATING and accepts no events yet",
    "CREATE_FAILED, wrong is CREATE_FAILED (KMS_ACCESS_DENIED) and accepts no events",
    "DELETING, wrong is DELETING (KMS_ACCESS_DENIED) and accepts no events"
  })
  void saysWhetherTheBusAcceptsEvents(String state, String finding) {
    Found found = new Found(new ArrayList<>());
    EventBridgeV2Config.report(
        new Description(state, Optional.of("KMS_ACCESS_DENIED"), OptionalInt.of(7)), found);
    assertThat(found.found()).containsExactly(finding);
  }
}
