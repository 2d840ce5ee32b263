package io.github.dynamooutbox.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.park.queue.WayOutTable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

class KnownDecisionsTest {
  private static final Envelope EVENT = StoredRecords.envelope(1);

  private final Marks marks = new Marks();
  private final List<String> out = new ArrayList<>();
  private long now;
  private final KnownDecisions decisions = new KnownDecisions(marks, "the table", () -> now);

  @Test
  void asksOnceAboutAnEventThatIsPlannedAndThenSent() {
    marks.targets = List.of("bus");

    look();
    now += Duration.ofSeconds(59).toNanos();
    look();

    assertThat(out).containsExactly("bus", "bus");
    assertThat(marks.asked).isEqualTo(1);
  }

  @Test
  void asksAgainAfterAMinute() {
    look();
    marks.targets = List.of("bus");
    now += Duration.ofMinutes(1).toNanos();
    look();

    assertThat(out).containsExactly("bus");
    assertThat(marks.asked).isEqualTo(2);
  }

  private void look() {
    decisions.each(List.of(EVENT), (event, target) -> out.add(target));
  }

  private static final class Marks implements WayOutTable {
    private List<String> targets = List.of();
    private int asked;

    @Override
    public CompletionStage<Boolean> takeOut(
        Segment segment, List<ParkedEvent> left, List<WayOut> marks) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<List<WayOut>> of(String eventId) {
      asked++;
      return CompletableFuture.completedFuture(
          targets.stream()
              .map(
                  target ->
                      new WayOut(
                          eventId,
                          Optional.empty(),
                          target,
                          Optional.empty(),
                          "ann",
                          "a test",
                          Instant.EPOCH))
              .toList());
    }
  }
}
