package io.github.dynamooutbox.relay.park.queue;

import static io.github.dynamooutbox.relay.park.queue.QueueEvents.NOW;
import static io.github.dynamooutbox.relay.park.queue.QueueEvents.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.park.queue.SavedMemory.Change;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What every table of queues keeps for each shard beside queues. */
public interface ScopesContract {
  String SCOPE = "shard-1";

  /** A table that holds nothing. */
  QueueTable table();

  @Test
  default void everyScopeSeesTheLastMarkOfEachTargetThatARedriveHasServed() {
    QueueTable table = table();
    assertThat(get(table.view(SCOPE, List.of())).served()).isEmpty();
    get(table.served("billing", "run-1/1"));
    get(table.served("a#b", "run-1/2"));
    get(table.served("billing", "run-2/1"));
    assertThat(get(table.view(SCOPE, List.of())).served())
        .isEqualTo(get(table.view("shard-2", List.of())).served())
        .isEqualTo(Map.of("billing", "run-2/1", "a#b", "run-1/2"));
  }

  @Test
  default void circuitsAreKeptByScopeAndTarget() {
    QueueTable table = table();
    SavedCircuit failing =
        new SavedCircuit(SavedCircuit.State.FAILING, NOW, 1, NOW.plusMillis(7), NOW, "");
    SavedCircuit open =
        new SavedCircuit(
            SavedCircuit.State.OPEN, NOW, 3, NOW.plusSeconds(60), NOW.plusSeconds(65), "run-1/7");
    get(table.save(SCOPE, Change.ofCircuit("billing", Optional.of(failing))));
    get(table.save(SCOPE, Change.ofCircuit("audit", Optional.of(failing))));
    get(table.save("shard-2", Change.ofCircuit("billing", Optional.empty())));
    get(table.save(SCOPE, Change.ofCircuit("billing", Optional.of(open))));
    assertThat(get(table.view(SCOPE, List.of())).memory().circuits())
        .isEqualTo(Map.of("billing", open, "audit", failing));
    assertThat(get(table.view("shard-2", List.of())).memory().circuits()).isEmpty();
    get(table.save(SCOPE, Change.ofCircuit("billing", Optional.empty())));
    assertThat(get(table.view(SCOPE, List.of())).memory().circuits())
        .isEqualTo(Map.of("audit", failing));
  }

  @Test
  default void whatFailsIsKeptByScopeAndNoneTakesOutThatOfAnother() {
    QueueTable table = table();
    SavedFailing alone = new SavedFailing(NOW, NOW.plusSeconds(60), true);
    SavedFailing other = new SavedFailing(NOW.plusSeconds(1), NOW.plusSeconds(2), false);
    get(table.save(SCOPE, Change.ofFailing(Map.of("a", alone), Set.of())));
    get(table.save(SCOPE, Change.ofFailing(Map.of("b", other), Set.of("unknown"))));
    assertThat(get(table.view(SCOPE, List.of())).memory().failing())
        .isEqualTo(Map.of("a", alone, "b", other));
    assertThat(get(table.view("shard-2", List.of())).memory().failing()).isEmpty();
    get(table.save(SCOPE, Change.ofFailing(Map.of(), Set.of("a"))));
    assertThat(get(table.view(SCOPE, List.of())).memory().failing()).isEqualTo(Map.of("b", other));
  }

  @Test
  default void latenessIsKeptByScope() {
    QueueTable table = table();
    SavedLateness late = new SavedLateness(NOW, Duration.ofHours(21));
    get(table.save(SCOPE, Change.ofLateness(Optional.of(late))));
    assertThat(get(table.view(SCOPE, List.of())).memory().late()).contains(late);
    assertThat(get(table.view("shard-2", List.of())).memory().late()).isEmpty();
    get(table.save(SCOPE, Change.ofLateness(Optional.empty())));
    assertThat(get(table.view(SCOPE, List.of())).memory().late()).isEmpty();
  }

  /** Several things at once, as they are saved while another write is in flight. */
  @Test
  default void changesOfDifferentKindsAreSavedTogether() {
    QueueTable table = table();
    SavedCircuit open = new SavedCircuit(SavedCircuit.State.OPEN, NOW, 3, NOW, NOW, "");
    SavedFailing alone = new SavedFailing(NOW, NOW.plusSeconds(60), true);
    SavedLateness late = new SavedLateness(NOW, Duration.ofHours(21));
    Change all =
        Change.ofCircuit("billing", Optional.of(open))
            .then(Change.ofFailing(Map.of("a", alone, "b", alone), Set.of()))
            .then(Change.ofLateness(Optional.of(late)));
    get(table.save(SCOPE, all));
    assertThat(get(table.view(SCOPE, List.of())).memory())
        .isEqualTo(
            new SavedMemory(
                Map.of("billing", open), Map.of("a", alone, "b", alone), Optional.of(late)));

    Change back =
        Change.ofCircuit("billing", Optional.empty())
            .then(Change.ofFailing(Map.of(), Set.of("a", "b")))
            .then(Change.ofFailing(Map.of("b", alone), Set.of()))
            .then(Change.ofLateness(Optional.empty()));
    get(table.save(SCOPE, back));
    assertThat(get(table.view(SCOPE, List.of())).memory())
        .isEqualTo(new SavedMemory(Map.of(), Map.of("b", alone), Optional.empty()));
    get(table.save(SCOPE, Change.NONE));
    assertThat(get(table.view(SCOPE, List.of())).memory().failing()).containsOnlyKeys("b");
  }
}
