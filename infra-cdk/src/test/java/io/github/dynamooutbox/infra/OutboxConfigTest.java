package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutboxConfigTest {
  @Test
  void namesEachMistakeByItsPathWithWhatWouldDo() {
    assertThat(
            problems(
                """
                {"table": {"nam": "orders"},
                 "relay": {"host": "ecs", "batchSize": 0},
                 "targets": {"bus": {"type": "eventbridge", "busName": "orders"}},
                 "routes": [{"to": ["bus"]}],
                 "infrastructure": {"function": {"logRetentionDays": 8}}}
                """))
        .contains(
            "relay.batchSize: 0 must be a whole number from 1 to 10000",
            "relay.host: \"ecs\" must be one of: kcl, lambda",
            "table.nam: unknown key; did you mean \"name\"?",
            "table.name: is missing: the name of the table that holds the outbox records")
        .anyMatch(
            each ->
                each.startsWith(
                    "infrastructure.function.logRetentionDays: 8 must be one of: 1, 3, 5"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\'',
      value = {
        "startingPosition|\"LATEST\"|\"TRIM_HORIZON\"|Anything later loses what is committed while"
            + " the mapping is being created.",
        "reportItemFailures|false|true|Without partial batch responses one failed event causes its"
            + " whole batch to be sent again.",
        "parallelizationFactor|10|1|Above 1, Lambda keeps the order of each item but not of each"
            + " partition key, and the order of an aggregate is lost.",
        "maximumRetryAttempts|5|-1|A limit would discard events when a target is down for long; -1"
            + " means no limit.",
        "maximumRecordAgeSeconds|3600|-1|A limit would discard events when a target is down for"
            + " long; -1 means no limit."
      })
  void refusesAnotherValueOfAFixedSettingWithTheReason(
      String key, String value, String only, String reason) {
    String mapping = "{\"mapping\": {\"%s\": %s}}";

    assertThat(problems(with(mapping.formatted(key, value))))
        .containsExactly(
            "infrastructure.mapping.%s: %s must be %s. %s".formatted(key, value, only, reason));
    assertThat(OutboxConfig.parse(with(mapping.formatted(key, only)))).isNotNull();
  }

  @Test
  void findsARouteToATargetThatThereIsNot() {
    assertThat(problems(with("{}").replace("[\"bus\"]", "[\"bsu\"]")))
        .containsExactly("routes[0].to[0]: no target \"bsu\"; known: bus");
  }

  @Test
  void findsAPatternThatTheMatcherWouldRefuse() {
    assertThat(
            problems(
                with("{}")
                    .replace(
                        "{\"to\": [\"bus\"]}",
                        "{\"match\": {\"type\": [{\"prefixx\": \"order.\"}]}, \"to\": [\"bus\"]}")))
        .singleElement()
        .asString()
        .startsWith("routes[0].match: not an event pattern: Unrecognized match type prefixx");
  }

  @Test
  void findsArnsThatBelongToSomethingElse() {
    assertThat(
            problems(
                with(
                    """
                    {"table": {"tableArn": "arn:aws:dynamodb:eu-west-1:111122223333:table/other",
                     "streamArn": "arn:aws:dynamodb:eu-west-1:111122223333:table/third/stream/1"}}
                    """)))
        .containsExactly(
            "infrastructure.table.tableArn: is not the ARN of table.name \"orders\"",
            "infrastructure.table.streamArn: is not a stream of tableArn");
  }

  @Test
  void refusesTasksAndSubnetsThatDoNotGoTogether() {
    assertThat(
            problems(
                with(
                    """
                    {"service": {"cpuUnits": 4096},
                     "network": {"vpcId": "vpc-1", "availabilityZones": ["a", "b"],
                       "privateSubnetIds": ["subnet-1", "subnet-2", "subnet-3"]}}
                    """)))
        .containsExactly(
            "infrastructure.service.memoryMegabytes: 2048 does not go with 4096 CPU units; from"
                + " 8192 to 30720",
            "infrastructure.network.availabilityZones: must name one for each of the 3"
                + " privateSubnetIds",
            "infrastructure.service: has no effect with relay.host \"lambda\"; remove it");
  }

  @Test
  void refusesTwoWaysToTellOfAlarms() {
    assertThat(
            problems(
                with(
                    """
                    {"alarms": {"email": "on-call@example.com",
                     "topicArn": "arn:aws:sns:eu-west-1:111122223333:on-call"}}
                    """)))
        .singleElement()
        .asString()
        .startsWith("infrastructure.alarms.email: subscribes to a new topic");
  }

  @Test
  void doesNotCreateTheDefaultBus() {
    assertThat(problems(with("{}").replace("\"busName\": \"orders\"", "\"busName\": \"default\"")))
        .singleElement()
        .asString()
        .startsWith("targets.bus.busName: \"default\"");
  }

  @Test
  void saysWhichFileCannotBeReadAndWhereItIsNoJson() {
    assertThatThrownBy(() -> OutboxConfig.read(Path.of("absent.json")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("\"absent.json\" cannot be read");
    assertThat(problems("{\n \"table\": }")).singleElement().asString().contains("line 2");
  }

  @Test
  void fillsInTheSchemasDefaults() {
    OutboxConfig config = OutboxConfig.parse(with("{}"));
    assertThat(config.stackName()).isEqualTo("Outbox-orders");
    assertThat(config.function()).isEqualTo(new FunctionSettings(1024, 60, 30));
    assertThat(config.mapping()).isEqualTo(new MappingSettings(500, 0, true));
    assertThat(config.table().deletionProtection()).isTrue();
    assertThat(config.table().retain()).isTrue();
    assertThat(config.redrives()).isTrue();
  }

  private static List<String> problems(String json) {
    return catchThrowableOfType(ConfigException.class, () -> OutboxConfig.parse(json)).problems();
  }

  private static String with(String infrastructure) {
    return """
    {"table": {"name": "orders"},
     "targets": {"bus": {"type": "eventbridge", "busName": "orders"}},
     "routes": [{"to": ["bus"]}],
     "infrastructure": %s}
    """
        .formatted(infrastructure);
  }
}
