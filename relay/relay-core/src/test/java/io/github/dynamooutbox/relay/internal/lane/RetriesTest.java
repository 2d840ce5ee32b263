package io.github.dynamooutbox.relay.internal.lane;

import static io.github.dynamooutbox.relay.internal.lane.LaneFixtures.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.internal.lane.LaneFixtures.Weight;
import io.github.dynamooutbox.relay.internal.lane.ReadyQueue.Waiting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RetriesTest {
  private static final Duration DELAY = Duration.ofSeconds(1);

  private final VirtualLoop loop = new VirtualLoop();
  private final Retries<Weight> retries = new Retries<>(loop);
  private final Waiting<Weight> first = new Waiting<>(delivery("a", 1), Optional.of(new Weight(1)));
  private final Waiting<Weight> second = new Waiting<>(delivery("b", 2), Optional.empty());
  private final List<List<Waiting<Weight>>> due = new ArrayList<>();

  @Test
  void whatFailedTogetherIsDueTogether() {
    retries.add(List.of(first, second), DELAY, due::add);
    loop.runFor(DELAY.minusMillis(1));
    assertThat(due).isEmpty();

    loop.runFor(Duration.ofMillis(1));
    assertThat(due).containsExactly(List.of(first, second));
  }

  @Test
  void whatIsRemovedIsNotDue() {
    retries.add(List.of(first, second), DELAY, due::add);
    retries.removeIf(delivery -> delivery.equals(first.delivery()));
    loop.runAll();

    assertThat(due).containsExactly(List.of(second));
  }

  @Test
  void whatIsCancelledIsNeverDueAndLeavesNoTimer() {
    retries.add(List.of(first), DELAY, due::add);
    retries.cancel();

    assertThat(loop.step()).isFalse();
    assertThat(due).isEmpty();
  }
}
