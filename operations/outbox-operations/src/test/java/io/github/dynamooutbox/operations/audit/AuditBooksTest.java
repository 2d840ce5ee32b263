package io.github.dynamooutbox.operations.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.operations.audit.AuditBooks.Judged;
import io.github.dynamooutbox.operations.audit.KnownFates.KnownFate;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditBooksTest {
  private static final Instant AT = Instant.parse("2026-11-21T10:15:30Z");

  /** Less than ten events with their evidence. */
  private static final long BYTES = 1_000;

  private static final int EVENTS = 1_000;

  @TempDir Path directory;

  @Test
  void judgesOneAggregateWithMostOfTheEventsInParts() {
    AuditBooks books = new AuditBooks(directory, "first", 2, BYTES);
    for (int number = 0; number < EVENTS; number++) {
      Found found = found(number);
      books.add(found);
      if (number % 100 != 99) {
        books.add(new KnownFate(found.mark(), AT.toEpochMilli(), 1, 1, 0));
      }
    }
    books.add(new KnownFate(found(EVENTS).mark(), AT.toEpochMilli(), 1, 1, 0));
    // An interrupted scan writes some of its entries again.
    books.add(found(7));

    TreeMap<String, Judged> judged = new TreeMap<>();
    List<String> twice = new ArrayList<>();
    long withoutRecord =
        books.judge(
            each -> {
              String sort = each.found().event().record().sort();
              if (judged.put(sort, each) != null) {
                twice.add(sort);
              }
            });

    assertThat(withoutRecord).isEqualTo(1);
    assertThat(twice).isEmpty();
    assertThat(judged).hasSize(EVENTS);
    assertThat(judged.values())
        .allSatisfy(
            each ->
                assertThat(each.unproven() != 0)
                    .isEqualTo(Integer.parseInt(each.found().event().record().sort()) % 100 == 99));
    books.delete();
    assertThat(directory).isEmptyDirectory();
  }

  private static Found found(int number) {
    RecordKey record = new RecordKey("OUTBOX#Order#hot", "%04d".formatted(number));
    return new Found(
        new CommittedEvent(record, 0, "e-" + number, "Placed", AT, AT.plusSeconds(60)), 1, 0);
  }
}
