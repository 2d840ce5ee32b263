package io.github.dynamooutbox.relay.park.queue;

import static io.github.dynamooutbox.relay.park.queue.QueueEvents.NOW;
import static io.github.dynamooutbox.relay.park.queue.QueueEvents.get;
import static org.assertj.core.api.Assertions.assertThat;

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
  default void circuitsAreKeptByScopeAndTarget() {
    QueueTable table = table();
    SavedCircuit failing =
        new SavedCircuit(SavedCircuit.State.FAILING, NOW, 1, NOW.plusMillis(7), NOW);
    SavedCircuit open =
        new SavedCircuit(SavedCircuit.State.OPEN, NOW, 3, NOW.plusSeconds(60), NOW.plusSeconds(65));
    get(table.saveCircuit(SCOPE, "billing", Optional.of(failing)));
    get(table.saveCircuit(SCOPE, "audit", Optional.of(failing)));
    get(table.saveCircuit("shard-2", "billing", Optional.empty()));
    get(table.saveCircuit(SCOPE, "billing", Optional.of(open)));
    assertThat(get(table.view(SCOPE, List.of())).circuits())
        .isEqualTo(Map.of("billing", open, "audit", failing));
    assertThat(get(table.view("shard-2", List.of())).circuits()).isEmpty();
    get(table.saveCircuit(SCOPE, "billing", Optional.empty()));
    assertThat(get(table.view(SCOPE, List.of())).circuits()).isEqualTo(Map.of("audit", failing));
  }

  @Test
  default void whatFailsIsKeptByScopeAndNoneTakesOutThatOfAnother() {
    QueueTable table = table();
    SavedFailing alone = new SavedFailing(NOW, NOW.plusSeconds(60), true);
    SavedFailing other = new SavedFailing(NOW.plusSeconds(1), NOW.plusSeconds(2), false);
    get(table.saveFailing(SCOPE, Map.of("a", alone), Set.of()));
    get(table.saveFailing(SCOPE, Map.of("b", other), Set.of("unknown")));
    assertThat(get(table.view(SCOPE, List.of())).failing())
        .isEqualTo(Map.of("a", alone, "b", other));
    assertThat(get(table.view("shard-2", List.of())).failing()).isEmpty();
    get(table.saveFailing(SCOPE, Map.of(), Set.of("a")));
    assertThat(get(table.view(SCOPE, List.of())).failing()).isEqualTo(Map.of("b", other));
  }

  @Test
  default void latenessIsKeptByScope() {
    QueueTable table = table();
    SavedLateness late = new SavedLateness(NOW, Duration.ofHours(21));
    get(table.saveLateness(SCOPE, Optional.of(late)));
    assertThat(get(table.view(SCOPE, List.of())).late()).contains(late);
    assertThat(get(table.view("shard-2", List.of())).late()).isEmpty();
    get(table.saveLateness(SCOPE, Optional.empty()));
    assertThat(get(table.view(SCOPE, List.of())).late()).isEmpty();
  }
}
