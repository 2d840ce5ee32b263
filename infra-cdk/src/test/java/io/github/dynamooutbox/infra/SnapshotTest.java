package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Shows a change of a template in the change that makes it. Write the snapshots anew with {@code
 * -Doutbox.snapshots=write}.
 */
@NeedsNode
class SnapshotTest {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  @ParameterizedTest
  @MethodSource("io.github.dynamooutbox.infra.Synthesised#all")
  void isWhatWasReviewed(Synthesised example) throws IOException {
    Path file = Path.of("src/test/snapshots", example.example() + ".template.json");
    Object sorted = JSON.treeToValue(example.template(), Object.class);
    String now = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(sorted) + "\n";
    if ("write".equals(System.getProperty("outbox.snapshots"))) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, now);
    }
    assertThat(now).isEqualTo(Files.readString(file));
  }
}
