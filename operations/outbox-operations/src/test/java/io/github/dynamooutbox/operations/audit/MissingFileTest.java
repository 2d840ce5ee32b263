package io.github.dynamooutbox.operations.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.operations.operate.OperatorException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MissingFileTest {
  private static final Instant NOW = Instant.parse("2026-11-01T00:00:00Z");

  private static final Missing MISSING =
      new Missing(
          new CommittedEvent(new RecordKey("OUTBOX#Order#1", "1"), 0, "e-1", "Changed", NOW, NOW),
          List.of("bus"),
          false,
          true);

  @TempDir Path directory;

  @Test
  void givesBackWhatWasWritten() {
    write(MISSING);

    List<Missing> read = new ArrayList<>();
    MissingFile.read(directory, "orders", read::add);

    assertThat(read).containsExactly(MISSING);
    assertThatThrownBy(() -> MissingFile.read(directory, "other", read::add))
        .isInstanceOf(OperatorException.class)
        .hasMessageContaining("is about the table \"orders\"");
  }

  /** Somebody else may be writing into the same directory. */
  @Test
  void touchesNothingBeforeSomethingIsFound() {
    MissingFile file = MissingFile.create(directory, "orders");
    assertThat(directory).isEmptyDirectory();
    file.close();
    assertThat(directory).isEmptyDirectory();
  }

  /** It would be replayed although a later audit has proven that nothing is missing. */
  @Test
  void doesNotLeaveWhatAnEarlierAuditHasFound() {
    write(MISSING);

    write();

    assertThat(directory).isEmptyDirectory();
  }

  private void write(Missing... all) {
    try (MissingFile file = MissingFile.create(directory, "orders")) {
      List.of(all).forEach(file);
      file.finish();
    }
  }
}
