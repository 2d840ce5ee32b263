package io.github.dynamooutbox.relay.internal.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.internal.lane.FailingSince;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class RelayMemoryTest {
  private static final SavedCircuit OPEN =
      new SavedCircuit(
          SavedCircuit.State.OPEN, Instant.EPOCH, 3, Instant.EPOCH, Instant.EPOCH.plusSeconds(5));

  private final RelayMemory memory = new RelayMemory(new FailingSince(Duration.ofMinutes(5)));

  @Test
  void aShardFindsItsCircuitsAgain() {
    memory.circuitsOf("a").put("bus", OPEN);

    assertThat(memory.circuitsOf("a")).containsEntry("bus", OPEN);
    assertThat(memory.circuitsOf("b")).isEmpty();
  }

  @Test
  void shardsThatEndedLongAgoAreForgotten() {
    memory.circuitsOf("first").put("bus", OPEN);
    memory.circuitsOf("used").put("bus", OPEN);
    for (int i = 0; i < 9_999; i++) {
      memory.circuitsOf("shard-" + i);
      memory.circuitsOf("used");
    }

    assertThat(memory.circuitsOf("used")).containsKey("bus");
    assertThat(memory.circuitsOf("first")).isEmpty();
  }

  @Test
  void hostsOpenShardsOnManyThreads() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<Map<String, SavedCircuit>>> opened = new ArrayList<>();
      for (int i = 0; i < 8_000; i++) {
        String shard = "shard-" + i / 8;
        opened.add(() -> memory.circuitsOf(shard));
      }
      List<Future<Map<String, SavedCircuit>>> maps = threads.invokeAll(opened);
      for (int i = 0; i < maps.size(); i++) {
        assertThat(maps.get(i).get()).isSameAs(memory.circuitsOf("shard-" + i / 8));
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
