package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ContextDocumentTest {
  private static final Map<String, Object> INLINE =
      Map.of(
          "table", Map.of("name", "orders"),
          "targets", Map.of("bus", Map.of("type", "eventbridge", "busName", "orders")),
          "routes", List.of(Map.of("to", List.of("bus"))));

  @Test
  void isAnObjectOfTheContext() {
    assertThat(config(Map.of("config", INLINE)).table().name()).isEqualTo("orders");
  }

  @Test
  void isAFile() {
    assertThat(config(Map.of("config", "examples/fifo-topic.json")).table().name())
        .isEqualTo("payments");
  }

  @Test
  void hasSingleValuesReplacedByTheCommandLine() {
    OutboxConfig config =
        config(
            Map.of(
                "config", INLINE,
                "outbox.targets.bus.busName", "1234",
                "outbox.relay.batchSize", "7",
                "outbox.infrastructure.stackName", "Shop",
                "outbox.infrastructure.heartbeat.enabled", "false"));
    assertThat(config.targets().get(0).resourceName()).contains("1234");
    assertThat(config.mapping().batchSize()).isEqualTo(7);
    assertThat(config.stackName()).isEqualTo("Shop");
    assertThat(config.heartbeat().enabled()).isFalse();
  }

  /** cdk.json holds numbers and objects, too. */
  @Test
  void hasSingleValuesReplacedByThoseOfTheContext() {
    OutboxConfig config =
        config(
            Map.of(
                "config",
                INLINE,
                "outbox.relay",
                Map.of("batchSize", 7),
                "outbox.infrastructure.heartbeat.enabled",
                false));
    assertThat(config.mapping().batchSize()).isEqualTo(7);
    assertThat(config.heartbeat().enabled()).isFalse();
  }

  @Test
  void isLeftToItsReaderWhereItIsNoObject() throws IOException {
    assertThat(ContextDocument.of(Map.of("config", "pom.xml", "outbox.relay.batchSize", "7")))
        .isEqualTo(Files.readString(Path.of("pom.xml")));
  }

  @Test
  void isRefusedWhereItIsTooDeepToBeRead() {
    for (int levels : List.of(101, 150_000)) {
      assertThat(Problems.of(() -> config(Map.of("config", nested(levels)))))
          .containsExactly(
              "context config: is nested more than 100 levels deep, which no key needs; remove"
                  + " some");
      String path = "outbox.relay" + ".a".repeat(levels);
      for (Map<String, Object> context :
          List.of(
              Map.of("config", INLINE, "outbox.relay", nested(levels)),
              Map.of("config", INLINE, path, 1))) {
        assertThat(Problems.of(() -> config(context)))
            .containsExactly(
                "context outbox.relay: is nested more than 100 levels deep, which no key needs;"
                    + " remove some");
      }
    }
  }

  /** Not by a map that is compared or copied, which would overflow the stack. */
  static Object nested(int levels) {
    Object within = 1;
    for (int i = 0; i < levels; i++) {
      within = Collections.singletonMap("a", within);
    }
    return within;
  }

  @Test
  void replacesAListAsAWholeOnly() {
    assertThat(ContextDocument.of(Map.of("config", INLINE, "outbox.routes", "[{\"drop\":true}]")))
        .contains("\"routes\":[{\"drop\":true}]");
    assertThat(
            Problems.of(
                () -> ContextDocument.of(Map.of("config", INLINE, "outbox.routes.0.drop", "true"))))
        .containsExactly(
            "context outbox.routes.0.drop: \"routes\" is not an object; a list is replaced as a"
                + " whole, -c 'outbox.routes=[...]'");
  }

  @Test
  void isMissedWithBothWaysToGiveIt() {
    assertThat(Problems.of(() -> ContextDocument.of(Map.of())))
        .containsExactly(
            "context config: is missing: write the document into cdk.json's context, or name its"
                + " file, -c config=outbox.json");
  }

  private static OutboxConfig config(Map<String, Object> context) {
    return OutboxConfig.parse(ContextDocument.of(context));
  }
}
