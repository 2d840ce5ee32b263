package io.github.dynamooutbox.relay.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class PacesTest {
  private static final int ROUNDS = 2_000;
  private static final int THREADS = 4;

  /** A host may open each shard on another thread. */
  @Test
  void shardsThatAreOpenedAtOnceShareThePaceOfATarget() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    CyclicBarrier start = new CyclicBarrier(THREADS);
    try {
      for (int round = 0; round < ROUNDS; round++) {
        Paces paces = new Paces(InstantSource.system());
        Callable<List<Pace>> open =
            () -> {
              start.await();
              return List.of(paces.of("bus"), paces.of("topic"), paces.of("stream"));
            };
        List<List<Pace>> found = new ArrayList<>();
        for (Future<List<Pace>> each : threads.invokeAll(Collections.nCopies(THREADS, open))) {
          found.add(each.get());
        }
        assertThat(found).as("round %d", round).containsOnly(found.get(0));
      }
    } finally {
      threads.shutdownNow();
    }
  }
}
