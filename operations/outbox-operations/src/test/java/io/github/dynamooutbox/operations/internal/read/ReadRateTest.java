package io.github.dynamooutbox.operations.internal.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReadRateTest {
  @Test
  void holdsAllReadersTogetherToTheRate() {
    ReadRate rate = new ReadRate(1_000, () -> false);
    long start = System.nanoTime();

    CompletableFuture.allOf(
            IntStream.range(0, 4)
                .mapToObj(reader -> CompletableFuture.runAsync(() -> read(rate)))
                .toArray(CompletableFuture<?>[]::new))
        .join();

    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .isGreaterThanOrEqualTo(Duration.ofMillis(400))
        .isLessThan(Duration.ofSeconds(4));
  }

  private static void read(ReadRate rate) {
    for (int i = 0; i < 10; i++) {
      rate.spent(10);
    }
  }

  @Test
  void endsTheWaitAtAStop() {
    long start = System.nanoTime();

    new ReadRate(1, () -> System.nanoTime() - start > 50_000_000).spent(60);

    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void readsWhatTheRateAllowsInASecondAtOnce() {
    long bytes = 1_000 * 2_048;

    assertThat(new ReadRate(10, () -> false).itemsAtOnce(1_000, bytes)).hasValue(20);
    assertThat(new ReadRate(0.1, () -> false).itemsAtOnce(1_000, bytes)).hasValue(1);
    assertThat(new ReadRate(0, () -> false).itemsAtOnce(1_000, bytes)).isEmpty();
    assertThat(new ReadRate(10, () -> false).itemsAtOnce(0, 0)).isEmpty();
  }
}
