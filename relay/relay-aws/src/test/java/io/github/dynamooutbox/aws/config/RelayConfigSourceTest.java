package io.github.dynamooutbox.aws.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RelayConfigSourceTest {
  private static final String JSON =
      """
      {"table": {"name": "orders"},
       "targets": {"bus": {"type": "eventbridge", "busName": "orders"}},
       "routes": [{"to": ["bus"]}]}
      """;

  @TempDir private Path directory;

  @Test
  void readsTheVariableOrTheFile() throws IOException {
    Path file = Files.writeString(directory.resolve("outbox.json"), JSON);
    RelayConfig config = RelayConfigSource.fromEnvironment(Map.of("OUTBOX_CONFIG", JSON));
    assertThat(config.table().name()).isEqualTo("orders");
    assertThat(RelayConfigSource.fromEnvironment(Map.of("OUTBOX_CONFIG_FILE", file.toString())))
        .isEqualTo(config);
  }

  @Test
  void wantsExactlyOneOfThem() {
    assertThatThrownBy(() -> RelayConfigSource.fromEnvironment(Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("now set: none");
    assertThatThrownBy(
            () ->
                RelayConfigSource.fromEnvironment(
                    Map.of("OUTBOX_CONFIG", JSON, "OUTBOX_CONFIG_FILE", "x")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("now set: OUTBOX_CONFIG, OUTBOX_CONFIG_FILE");
  }

  @Test
  void saysWhichFileCannotBeRead() {
    String missing = directory.resolve("missing.json").toString();
    assertThatThrownBy(
            () -> RelayConfigSource.fromEnvironment(Map.of("OUTBOX_CONFIG_FILE", missing)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(missing)
        .hasCauseInstanceOf(IOException.class);
  }
}
