package io.github.dynamooutbox.operations.internal.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class InOrderTest {
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  private final List<Integer> passedOn = new ArrayList<>();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  @Test
  void passesOnInTheOrderInWhichItWasAsked() {
    InOrder<Integer> reads = new InOrder<>(threads, 3, passedOn::add);
    CountDownLatch third = new CountDownLatch(1);
    reads.read(
        () -> {
          await(third);
          return 0;
        });
    reads.read(() -> 1);
    reads.read(
        () -> {
          third.countDown();
          return 2;
        });
    IntStream.range(3, 20).forEach(number -> reads.read(() -> number));

    reads.end();

    assertThat(passedOn).isEqualTo(IntStream.range(0, 20).boxed().toList());
  }

  @Test
  void readsNoFurtherAheadThanItMay() {
    List<Integer> started = new ArrayList<>();
    InOrder<Integer> reads =
        new InOrder<>(
            Runnable::run,
            3,
            number -> {
              assertThat(started).hasSizeLessThanOrEqualTo(number + 3);
              passedOn.add(number);
            });

    for (int i = 0; i < 10; i++) {
      int number = i;
      reads.read(
          () -> {
            started.add(number);
            return number;
          });
    }

    assertThat(passedOn).containsExactly(0, 1, 2, 3, 4, 5, 6);
  }

  @Test
  void failsAsTheReadDid() {
    InOrder<Integer> reads = new InOrder<>(threads, 3, passedOn::add);
    IllegalStateException failure = new IllegalStateException("no table");
    reads.read(() -> 0);
    reads.read(
        () -> {
          throw failure;
        });

    assertThatThrownBy(reads::end).isSameAs(failure);
    assertThat(passedOn).containsExactly(0);
  }

  @Test
  void isCancelledByAnInterrupt() {
    InOrder<Integer> reads = new InOrder<>(threads, 3, passedOn::add);
    reads.read(new CompletableFuture<Integer>()::join);
    Thread.currentThread().interrupt();

    assertThatThrownBy(reads::end).isInstanceOf(CancellationException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
