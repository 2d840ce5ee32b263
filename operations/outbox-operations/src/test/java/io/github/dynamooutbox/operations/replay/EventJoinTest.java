package io.github.dynamooutbox.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.control.EventMark;
import io.github.dynamooutbox.format.RecordKey;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventJoinTest {
  private static final int EVENTS = 5_000;
  private static final long BUS = 1;
  private static final long QUEUE = 2;

  /** Less than five entries, so that parts are divided more than once. */
  private static final long BYTES = 200;

  @TempDir Path directory;

  @Test
  void tellsOfEachEventWhoNeedsAndWhoHasItThoughPartsAreDivided() {
    Map<Long, String> found = new TreeMap<>();
    AtomicLong gone = new AtomicLong();
    EventJoin join = new EventJoin(directory, BYTES);
    for (int number = 0; number < EVENTS; number++) {
      join.event(mark(number), number);
    }
    join.missing(mark(1), BUS | QUEUE);
    join.missing(mark(2), BUS);
    join.accepted(mark(2), QUEUE);
    join.missing(mark(3), BUS | QUEUE);
    join.accepted(mark(3), BUS);
    join.missing(mark(EVENTS), BUS | QUEUE);
    join.accepted(mark(EVENTS), BUS);
    join.missing(mark(EVENTS + 1), BUS);
    join.accepted(mark(EVENTS + 1), BUS);

    join.join(
        new EventJoin.Findings() {
          @Override
          public void found(long place, long missing, long accepted) {
            found.merge(place, missing + "/" + accepted, (one, other) -> "twice");
          }

          @Override
          public void gone(long missing) {
            gone.addAndGet(missing);
          }
        });
    join.delete();

    assertThat(found).hasSize(EVENTS);
    assertThat(found).containsEntry(0L, "0/0").containsEntry(1L, "3/0");
    assertThat(found).containsEntry(2L, "1/2").containsEntry(3L, "2/1");
    assertThat(gone).hasValue(QUEUE);
    assertThat(directory).isEmptyDirectory();
  }

  private static EventMark mark(int number) {
    return EventMark.of(new RecordKey("OUTBOX#Order#1", "" + number), 0, 0, "e-" + number);
  }
}
