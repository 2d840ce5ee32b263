package io.github.dynamooutbox.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.RecordKey;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArchiveSpoolTest {
  /** More events take longer, in no more memory: -Doutbox.spool.events=10000000 -Xmx256m. */
  private static final int EVENTS = Integer.getInteger("outbox.spool.events", 20_000);

  private static final int AGGREGATES = Math.max(1, EVENTS / 10);
  private static final int PADDING = 100;

  @TempDir Path directory;

  @Test
  void passesOnEachEventOnceInTheOrderOfItsAggregate() {
    Map<String, String> last = new HashMap<>();
    List<Integer> counts = new ArrayList<>(List.of(0));
    try (ArchiveSpool spool = new ArchiveSpool(directory)) {
      addInAnyOrderAndSomeTwice(spool);
      spool.sorted(
          (record, lines) -> {
            String before = last.put(record.partition(), record.sort());
            assertThat(before == null || before.compareTo(record.sort()) < 0).isTrue();
            assertThat(lines).hasSize(2);
            for (int index = 0; index < 2; index++) {
              assertThat(lines.get(index)).startsWith(record.sort() + '/' + index + 'x');
            }
            counts.set(0, counts.get(0) + lines.size());
          });
    }
    assertThat(counts.get(0)).isEqualTo(EVENTS / 2 * 2);
    assertThat(directory).isEmptyDirectory();
  }

  private static void addInAnyOrderAndSomeTwice(ArchiveSpool spool) {
    Random random = new Random(1);
    // Blocks, so that the test itself needs little memory.
    int block = Math.min(EVENTS / 2, 10_000);
    for (int begin = 0; begin < EVENTS / 2; begin += block) {
      List<Integer> records = new ArrayList<>();
      for (int record = begin; record < Math.min(EVENTS / 2, begin + block); record++) {
        records.add(record);
      }
      Collections.shuffle(records, random);
      for (int record : records) {
        add(spool, record, 1);
        add(spool, record, 0);
        if (record % 3 == 0) {
          add(spool, record, 1);
        }
      }
    }
  }

  private static void add(ArchiveSpool spool, int record, int index) {
    RecordKey key = new RecordKey("OUTBOX#Order#" + record % AGGREGATES, "%019d".formatted(record));
    String line = key.sort() + '/' + index + "x".repeat(PADDING);
    spool.add(key, index, "e" + index, line.getBytes(StandardCharsets.UTF_8));
  }
}
