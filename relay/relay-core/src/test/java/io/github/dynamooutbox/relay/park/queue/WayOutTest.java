package io.github.dynamooutbox.relay.park.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WayOutTest {
  @Test
  void markConcernsItsEventOrAllOfItsRecordOrAllWithItsId() {
    List<RecordKey> keys =
        List.of(new RecordKey("p", "1"), new RecordKey("p", "2"), new RecordKey("q", "1"));
    for (RecordKey marked : keys) {
      for (int index = ParkedEvent.WHOLE_RECORD; index < 2; index++) {
        for (RecordKey asked : keys) {
          for (int other = ParkedEvent.WHOLE_RECORD; other < 2; other++) {
            boolean isOf = marked.equals(asked) && (index == other || index == -1);
            assertThat(mark(Optional.of(new WayOut.Origin(marked, index))).concerns(asked, other))
                .as("mark of %s %d, asked for %s %d", marked, index, asked, other)
                .isEqualTo(isOf);
            assertThat(mark(Optional.empty()).concerns(asked, other)).isTrue();
          }
        }
      }
    }
  }

  private static WayOut mark(Optional<WayOut.Origin> origin) {
    return new WayOut("id", origin, "bus", Optional.empty(), "me", "why", Instant.EPOCH);
  }
}
