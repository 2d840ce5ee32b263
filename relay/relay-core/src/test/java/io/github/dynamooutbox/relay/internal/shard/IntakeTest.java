package io.github.dynamooutbox.relay.internal.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.Records;
import io.github.dynamooutbox.relay.internal.decode.Decoder;
import io.github.dynamooutbox.relay.internal.lane.Halt;
import io.github.dynamooutbox.relay.internal.progress.Progress;
import io.github.dynamooutbox.relay.internal.route.Router;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.route.Rule;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class IntakeTest {
  private static final Instant WRITTEN = Instant.parse("2026-01-01T00:00:00Z");

  private final Progress progress = new Progress();
  private final Told told = new Told();

  @Test
  void haltsAtWhatItCannotReadAndSaysWhereAndWhatToDo() {
    assertThat(read(Records.newerVersion(1, "a", 1))).isEmpty();
    assertThat(read(withImage(2, Optional.empty()))).isEmpty();
    assertThat(read(Records.malformed(3, "a", 1))).isEmpty();

    assertThat(told.all)
        .containsExactly(
            "halted 1 NEWER_VERSION record %s has format version 3: upgrade the relay"
                .formatted(new RecordKey("OUTBOX#Order#a", "1")),
            "halted 2 NO_IMAGE record %s has no content in the stream: set the stream's view type"
                    .formatted(new RecordKey("OUTBOX#Order#1", "1"))
                + " to NEW_IMAGE or NEW_AND_OLD_IMAGES",
            "halted 3 MALFORMED record %s cannot be read: aggregateType: found nothing, expected S"
                .formatted(new RecordKey("OUTBOX#Order#a", "1")));
  }

  @Test
  void haltsWhereReadingFailsAndSaysNothingOfTheContent() {
    ItemView broken =
        new ItemView() {
          @Override
          public Set<String> names() {
            throw new IllegalStateException("secret");
          }

          @Override
          public AttributeView get(String name) {
            throw new IllegalStateException("secret");
          }
        };
    assertThat(read(withImage(1, Optional.of(broken)), order(2, 1))).hasSize(1);

    assertThat(told.all)
        .singleElement()
        .asString()
        .startsWith(
            "halted 1 INTERNAL reading the record failed because of a bug in the relay:"
                + " IllegalStateException at ")
        .doesNotContain("secret");
  }

  @Test
  void tellsWhatIsNotOursAndWhatCameLate() {
    List<Incoming> read = read(order(1, 5), Records.business(2), order(3, 4));

    assertThat(read)
        .extracting(each -> each.slot().position().toString())
        .containsExactly("3", "1");
    assertThat(told.all).containsExactly("inverted Order#a 3", "skipped NOT_OURS");
  }

  @Test
  void recordIsAsOldAsItsWriterSaysWhereTheStreamDoesNotSay() {
    read(Records.createdAt(WRITTEN.plusSeconds(9), order(1, 1)), order(2, 2));
    assertThat(progress.oldest()).contains(WRITTEN.plusSeconds(9));

    Progress.Slot slot = read(order(3, 3)).get(0).slot();
    assertThat(slot.createdAt()).contains(WRITTEN);
  }

  private List<Incoming> read(StreamRecord... records) {
    Deque<KeyedRecord> batch = new ArrayDeque<>();
    for (StreamRecord record : records) {
      batch.add(
          new KeyedRecord(
              record, progress.track(record.position(), record.createdAt()).orElseThrow()));
    }
    Intake intake =
        new Intake(
            new Decoder(Records.CODEC, Set.of()),
            new Router(List.of(Rule.all("bus"))),
            false,
            told,
            new Halt(told));
    List<Incoming> read =
        intake.inOrder(batch).stream().flatMap(each -> intake.read(each).stream()).toList();
    assertThat(batch).isEmpty();
    return read;
  }

  private static StreamRecord order(long position, long sequence) {
    return Records.order(position, "a", sequence, WRITTEN, 1);
  }

  private static StreamRecord withImage(long position, Optional<ItemView> image) {
    StreamRecord keys = Records.change(position, ChangeType.INSERT);
    return new StreamRecord(keys.position(), keys.change(), keys.keys(), image);
  }

  private static final class Told implements RelayObserver {
    private final List<String> all = new ArrayList<>();

    @Override
    public void observe(RelayEvent event) {
      if (event instanceof RelayEvent.Skipped it) {
        all.add("skipped " + it.reason());
      } else if (event instanceof RelayEvent.Inverted it) {
        all.add("inverted " + it.aggregate() + ' ' + it.position());
      } else if (event instanceof RelayEvent.Halted it) {
        all.add("halted " + it.position() + ' ' + it.reason() + ' ' + it.message());
      }
    }
  }
}
