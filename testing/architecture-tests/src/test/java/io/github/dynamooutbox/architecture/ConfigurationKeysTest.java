package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.RelaySchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The keys of the configuration, what they accept and their defaults are the ones on file, so that
 * a change shows in review. What may change when: docs/compatibility.md.
 */
class ConfigurationKeysTest {
  private static final Path FILE = Repository.file("docs/api/configuration.keys");
  private static final Path SCHEMA = Repository.file("docs/api/outbox-config.schema.json");
  private static final boolean WRITE = Boolean.getBoolean("outbox.api.write");

  @Test
  void makeThePublishedSchema() throws IOException {
    String schema = RelaySchema.published() + "\n";
    if (WRITE) {
      Files.writeString(SCHEMA, schema);
    }

    assertThat(SCHEMA).as("The schema. Write it as the keys below").hasContent(schema);
  }

  @Test
  void areTheOnesOnFile() throws IOException {
    String keys = ConfigurationKeys.of(ConfigurationSchema.read());
    if (WRITE) {
      Files.writeString(FILE, keys);
    }

    assertThat(keys.lines()).hasSizeGreaterThan(100);
    assertThat(FILE)
        .as(
            "The configuration's keys. docs/compatibility.md says which changes are allowed. If"
                + " this one is, write it down and commit it:%n./mvnw -q -pl :architecture-tests"
                + " -am test -Dtest=ConfigurationKeysTest -Dsurefire.failIfNoSpecifiedTests=false"
                + " -Doutbox.api.write=true")
        .hasContent(keys);
  }
}
