package io.github.dynamooutbox.aws.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.aws.config.RelaySettings.Backoff;
import io.github.dynamooutbox.aws.config.RelaySettings.Parking;
import io.github.dynamooutbox.aws.config.RelaySettings.Window;
import io.github.dynamooutbox.aws.internal.inline.InliningConfig;
import io.github.dynamooutbox.aws.internal.targets.EventBridgeFactory.EventBridgeConfig;
import io.github.dynamooutbox.aws.internal.targets.SnsConfig;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.route.Rule;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RelayConfigTest {
  private static final String TARGETS =
      "\"targets\": {\"bus\": {\"type\": \"eventbridge\", \"busName\": \"orders\"}}";
  private static final String ROUTES = "\"routes\": [{\"to\": [\"bus\"]}]";

  @Test
  void readsAShortDocumentWithDefaults() {
    RelayConfig config = parse("", "{\"type\": \"sns\", \"topicName\": \"news\"}");
    assertThat(config.table()).isEqualTo(new TableConfig("orders", OutboxSchema.defaults()));
    assertThat(config.relay())
        .isEqualTo(
            new RelaySettings(
                500,
                Set.of(),
                false,
                Optional.empty(),
                Duration.ofSeconds(5),
                new Window(10_000, 32L << 20),
                new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5))));
    assertThat(config.targets())
        .containsExactly(
            new SnsConfig(
                "t",
                "news",
                new Sending(
                    false,
                    EnvelopeForm.CLOUDEVENT,
                    new BatchLimits(10, 256 * 1024, 8),
                    1024 * 1024),
                false));
    assertThat(config.rules()).containsExactly(Rule.all("t"));
    assertThat(config.warnings()).isEmpty();
  }

  @Test
  void readsADocumentWithEveryKey() throws IOException {
    RelayConfig config = full();
    assertThat(config.table().schema()).isEqualTo(new OutboxSchema("pk", "sk", "OB#", "expires"));
    assertThat(config.control())
        .contains(new ControlConfig("orders-control", false, Duration.ofDays(30)));
    assertThat(config.relay())
        .isEqualTo(
            new RelaySettings(
                100,
                Set.of("eu-central-1", "eu-west-1"),
                false,
                Optional.of(
                    new Parking(
                        true, new BlockedAfter(Duration.ofSeconds(30), Duration.ofMinutes(2)))),
                Duration.ofSeconds(3),
                new Window(2000, 8L << 20),
                new Backoff(Duration.ofMillis(20), Duration.ofSeconds(2))));
    assertThat(config.targets())
        .extracting(TargetConfig::name)
        .containsExactly("bus", "audit", "shop", "billing", "news", "work");
    assertThat(config.targets().get(0))
        .isEqualTo(
            new InliningConfig(
                new EventBridgeConfig(
                    "bus",
                    "arn:aws:events:eu-central-1:123456789012:event-bus/orders",
                    new Sending(true, EnvelopeForm.DATA, new BatchLimits(5, 250_000, 2), 200_000)),
                900_000));
    assertThat(config.rules()).hasSize(4);
    assertThat(config.rules().get(1).match())
        .contains(
            "{\"$or\":[{\"type\":[\"Paid\"]},{\"headers\":{\"money\":[{\"exists\":true}]}}]}");
    assertThat(config.rules().get(2).targets()).isEmpty();
    assertThat(config.rules().get(3)).isEqualTo(new Rule(Optional.empty(), Set.of("audit")));
  }

  @Test
  void aBusInChinaTakesAQuarterUnlessTheDocumentSaysMore() {
    String bus =
        "\"type\": \"eventbridge\", \"busArn\": \"arn:%s:events:%s:123456789012:event-bus/b\"";
    assertThat(requestBytes("{" + bus.formatted("aws-cn", "cn-north-1") + "}")).isEqualTo(262_144);
    assertThat(requestBytes("{" + bus.formatted("aws-us-gov", "us-gov-west-1") + "}"))
        .isEqualTo(1_048_576);
    assertThat(
            requestBytes(
                "{"
                    + bus.formatted("aws-cn", "cn-north-1")
                    + ", \"maxEntryBytes\": 1048576, \"maxRequestBytes\": 1048576}"))
        .isEqualTo(1_048_576);
  }

  private static long requestBytes(String target) {
    return parse("", target).targets().get(0).limits().maxBytes();
  }

  @Test
  void saysAllProblemsAtOnceEachWithItsPath() {
    String json =
        """
        {"table": {"nam": "orders"},
         "relay": {"batchSize": 0, "host": "ecs", "onPoison": "park", "backof": {}},
         "targets": {"audit": {"type": "kinesis", "streamName": "a", "ordered": false},
                     "billing": {"type": "sns", "topicName": "billing.fifo", "ordered": false},
                     "bus": {"type": "eventbridge", "busNam": "orders", "maxEntries": 11}},
         "routes": [{"to": ["bus"]},
                    {"to": ["biling", "audit", "audit"]},
                    {"to": ["bus"], "drop": true},
                    {"match": {"typ": ["x"]}, "to": ["bus"]},
                    {"match": {"type": [{"prefixx": "x"}]}, "drop": true},
                    {}]}
        """;
    assertThatThrownBy(() -> RelayConfig.parse(json))
        .isInstanceOfSatisfying(
            ConfigException.class,
            e ->
                assertThat(e.problems())
                    .containsExactly(
                        "table.name: is missing: the name of the table that holds the outbox"
                            + " records",
                        "table.nam: unknown key; did you mean \"name\"?",
                        "relay.host: \"ecs\" must be one of: kcl, lambda",
                        "relay.batchSize: 0 must be a whole number from 1 to 10000",
                        "relay.onPoison: \"park\" needs a place to park: add controlTable",
                        "relay.backof: unknown key; did you mean \"backoff\"?",
                        "targets.audit.ordered: false is impossible: a Kinesis stream is always"
                            + " ordered",
                        "targets.billing.ordered: false is impossible: a FIFO topic is always"
                            + " ordered",
                        "targets.bus.busName: is missing: name the bus, or give its busArn",
                        "targets.bus.maxEntries: 11 must be a whole number from 1 to 10",
                        "targets.bus.busNam: unknown key; did you mean \"busName\"?",
                        "routes[1].to[0]: no target \"biling\"; known: audit, billing, bus",
                        "routes[1].to[2]: \"audit\" is listed twice",
                        "routes[2].drop: cannot be combined with to: publish the events, or"
                            + " drop them",
                        "routes[3].match.typ: no such metadata; did you mean \"type\"?",
                        "routes[4].match: not an event pattern: Unrecognized match type prefixx",
                        "routes[5].to: is missing: list the targets, or set \"drop\": true"))
        .hasMessageStartingWith("the outbox configuration has 17 errors:\ntable.name: ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | document: must be a JSON object",
        "[1, 2] | document: must be a JSON object",
        "{\"a\": | line 1, column 6: not JSON:",
        "{} {} | document: has content after its end",
        "{\"table\": 3} | table: must be an object"
      })
  void saysWhereTheDocumentIsNone(String json, String problem) {
    assertThatThrownBy(() -> RelayConfig.parse(json))
        .isInstanceOfSatisfying(
            ConfigException.class, e -> assertThat(e.problems().get(0)).startsWith(problem));
  }

  @Test
  void saysWhereItWouldPublishNothing() {
    RelaySettings elsewhere = regions("\"regions\": [\"us-east-1\"]");
    assertThat(elsewhere.silentIn("eu-west-1"))
        .contains(
            "eu-west-1, in which the relay runs, is not among them, so no event that is written"
                + " there is published; add it, or set relay.standby to true where this is meant");
    assertThat(elsewhere.silentIn("us-east-1")).isEmpty();
    assertThat(regions("\"windowEvents\": 5").silentIn("eu-west-1")).isEmpty();
    assertThat(regions("\"regions\": [\"us-east-1\"], \"standby\": true").silentIn("eu-west-1"))
        .isEmpty();
    assertProblem(
        "\"relay\": {\"standby\": true},",
        "relay.standby: has no effect without regions; name the other regions, or remove it");
  }

  private static RelaySettings regions(String relay) {
    return parse("\"relay\": {" + relay + "},", "{\"type\": \"sns\", \"topicName\": \"news\"}")
        .relay();
  }

  /** Where it is too deep the parser does not say at which line. */
  @Test
  void saysThatTheDocumentIsTooDeep() {
    assertThatThrownBy(() -> RelayConfig.parse("[".repeat(5_000)))
        .isInstanceOfSatisfying(
            ConfigException.class,
            e ->
                assertThat(e.problems())
                    .singleElement()
                    .asString()
                    .contains("not JSON: Document nesting depth"));
  }

  @Test
  void findsKeysThatStandTwice() {
    String json =
        "{\"table\": {\"name\": \"a\", \"name\": \"bbb\"}, %s, \"routes\": [{\"to\": [\"bus\"], \"to\": [\"bus\"]}]}"
            .formatted(TARGETS);
    assertThatThrownBy(() -> RelayConfig.parse(json))
        .hasMessageContaining("\ntable.name: this key occurs twice")
        .hasMessageContaining("\nroutes[0].to: this key occurs twice");
  }

  @Test
  void findsSettingsThatContradictEachOther() {
    assertProblem(
        "\"relay\": {\"backoff\": {\"baseMillis\": 500, \"capMillis\": 499}},",
        "relay.backoff.capMillis: 499 must not be below baseMillis, 500");
    assertProblem(
        "\"relay\": {\"regions\": [\"eu-west-1\", \"eu-west-1\"]},",
        "relay.regions[1]: \"eu-west-1\" is listed twice");
    assertProblem(
        "\"relay\": {\"callTimeoutMillis\": 55000},"
            + " \"infrastructure\": {\"function\": {\"timeoutSeconds\": 60}},",
        "relay.callTimeoutMillis: 55000 leaves too little of the function's timeout, 60 s, of which"
            + " everything but the request needs 5 s; lower the first, or raise the second");
    assertProblem(
        "\"controlTable\": {\"name\": \"control\"}, \"relay\": {\"callTimeoutMillis\": 50001},",
        "relay.callTimeoutMillis: 50001 is too long for targetDownAfterSeconds, 60: a target that"
            + " hangs would hold the others up for more than that time and a minute; lower it to"
            + " 50000");
    assertProblem(
        "\"controlTable\": {\"name\": \"control\"},"
            + " \"relay\": {\"callTimeoutMillis\": 30001, \"targetDownAfterSeconds\": 10},",
        "relay.callTimeoutMillis: 30001 is too long for targetDownAfterSeconds, 10: a target that"
            + " hangs would hold the others up for more than that time and a minute; lower it to"
            + " 30000");
    assertTargetProblem(
        "{\"type\": \"eventbridge\", \"busName\": \"b\", \"maxRequestBytes\": 300000}",
        "targets.t.maxEntryBytes: 1048576 must not be above maxRequestBytes, 300000");
    assertTargetProblem(
        "{\"type\": \"sns\", \"topicName\": \"b\","
            + " \"topicArn\": \"arn:aws:sns:eu-west-1:123456789012:ab\"}",
        "targets.t.topicArn: is not the ARN of topicName \"b\"");
  }

  @Test
  void theTablesNamesMustMakeASchema() {
    String json =
        "{\"table\": {\"name\": \"orders\", \"sortKey\": \"PK\"}, %s, %s}"
            .formatted(TARGETS, ROUTES);
    assertThatThrownBy(() -> RelayConfig.parse(json))
        .hasMessageContaining("\ntable: outbox schema: sortKey \"PK\"");
  }

  @Test
  void warnsOfATargetThatNothingReaches() {
    String json =
        """
        {"table": {"name": "orders"},
         "targets": {"a": {"type": "kinesis", "streamName": "a"},
                     "b": {"type": "kinesis", "streamName": "b"}},
         "routes": [{"to": ["a"]}]}
        """;
    assertThat(RelayConfig.parse(json).warnings())
        .isEqualTo(
            List.of("targets.b: no route uses this target; add it to a route, or remove it"));
  }

  static RelayConfig full() throws IOException {
    try (InputStream json = RelayConfigTest.class.getResourceAsStream("full-config.json")) {
      return RelayConfig.parse(json);
    }
  }

  private static void assertProblem(String section, String problem) {
    assertThatThrownBy(() -> parse(section, "{\"type\": \"eventbridge\", \"busName\": \"orders\"}"))
        .hasMessage("the outbox configuration has an error:\n" + problem);
  }

  private static void assertTargetProblem(String target, String problem) {
    assertThatThrownBy(() -> parse("", target))
        .hasMessage("the outbox configuration has an error:\n" + problem);
  }

  private static RelayConfig parse(String section, String target) {
    return RelayConfig.parse(
        "{\"table\": {\"name\": \"orders\"}, %s \"targets\": {\"t\": %s}, \"routes\": [{\"to\": [\"t\"]}]}"
            .formatted(section, target));
  }
}
