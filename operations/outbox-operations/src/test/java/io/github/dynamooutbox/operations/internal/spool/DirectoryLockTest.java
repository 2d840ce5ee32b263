package io.github.dynamooutbox.operations.internal.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryLockTest {
  private static final int THREADS = 8;
  private static final int ROUNDS = 200;

  @TempDir Path temporary;

  @Test
  void keepsOthersOutUntilTheWorkIsDone() {
    Path directory = temporary.resolve("audit");

    DirectoryLock.run(
        directory,
        () ->
            assertThatThrownBy(() -> DirectoryLock.run(directory, () -> {}))
                .isInstanceOf(OperatorException.class)
                .hasMessageContaining("another process is using it")
                .extracting(failure -> ((OperatorException) failure).kind())
                .isEqualTo(Kind.BUSY));

    assertThat(DirectoryLock.whileHeld(directory, () -> "again")).isEqualTo("again");
  }

  @Test
  void deletesADirectoryInWhichNothingIsLeft() throws IOException {
    Path empty = temporary.resolve("empty");
    DirectoryLock.run(empty, () -> {});
    assertThat(empty).doesNotExist();

    Path used = Files.createDirectory(temporary.resolve("used"));
    Path file = Files.writeString(used.resolve("missing.jsonl"), "x");
    DirectoryLock.run(used, () -> {});
    assertThat(used).isDirectoryContaining(file::equals);
  }

  @Test
  void namesADirectoryThatCannotBeUsed() throws IOException {
    Path file = Files.writeString(temporary.resolve("file"), "x");

    assertThatThrownBy(() -> DirectoryLock.run(file, () -> {}))
        .isInstanceOf(OperatorException.class)
        .hasMessageContaining("directory " + file + ": cannot be used")
        .extracting(failure -> ((OperatorException) failure).kind())
        .isEqualTo(Kind.INPUT);
  }

  /** Who gives it back removes the file that others may have opened already. */
  @Test
  void isNeverHeldTwice() throws InterruptedException {
    Path directory = temporary.resolve("race");
    AtomicInteger inside = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    AtomicInteger done = new AtomicInteger();
    Queue<OperatorException> refused = new ConcurrentLinkedQueue<>();
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    for (int thread = 0; thread < THREADS; thread++) {
      threads.execute(
          () -> {
            for (int round = 0; round < ROUNDS; round++) {
              try {
                DirectoryLock.run(
                    directory,
                    () -> {
                      most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                      Thread.onSpinWait();
                      inside.decrementAndGet();
                      done.incrementAndGet();
                    });
              } catch (OperatorException e) {
                refused.add(e);
              }
            }
          });
    }
    threads.shutdown();

    assertThat(threads.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    assertThat(most).hasValue(1);
    assertThat(refused).allSatisfy(e -> assertThat(e.kind()).as(e.toString()).isEqualTo(Kind.BUSY));
    assertThat(done.get() + refused.size()).isEqualTo(THREADS * ROUNDS);
    assertThat(done.get()).isPositive();
  }
}
