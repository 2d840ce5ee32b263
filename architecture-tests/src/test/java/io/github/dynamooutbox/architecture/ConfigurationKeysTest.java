package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.aws.RelayConfig;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * The keys of the configuration, what they accept and their defaults are the ones on file, so that
 * a change shows in review. What may change when: docs/compatibility.md.
 */
class ConfigurationKeysTest {
  private static final String SCHEMA = "outbox-config.schema.json";
  private static final Path FILE = Path.of("../api/configuration.keys");

  @Test
  void areTheOnesOnFile() throws IOException {
    String keys = ConfigurationKeys.of(schema());
    if (Boolean.getBoolean("outbox.api.write")) {
      Files.writeString(FILE, keys);
    }

    assertThat(keys.lines()).hasSizeGreaterThan(100);
    assertThat(FILE)
        .as(
            "The configuration's keys. docs/compatibility.md says which changes are allowed. If this"
                + " one is, write it down and commit it:%n"
                + "./mvnw -q -pl architecture-tests -am test -Dtest=ConfigurationKeysTest"
                + " -Dsurefire.failIfNoSpecifiedTests=false -Doutbox.api.write=true")
        .hasContent(keys);
  }

  private static JsonNode schema() throws IOException {
    try (InputStream schema = RelayConfig.class.getResourceAsStream(SCHEMA)) {
      return new ObjectMapper().readTree(Objects.requireNonNull(schema, SCHEMA));
    }
  }
}
