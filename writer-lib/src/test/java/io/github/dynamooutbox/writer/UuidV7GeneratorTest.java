package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.writer.internal.encode.UuidV7Generator;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class UuidV7GeneratorTest {
  private static final Instant NOW = Instant.parse("2026-11-21T10:15:30.123Z");

  @Test
  void holdsTheTimeAndTheVersion() {
    UUID id = UUID.fromString(new UuidV7Generator(InstantSource.fixed(NOW)).nextId());
    assertThat(id.version()).isEqualTo(7);
    assertThat(id.variant()).isEqualTo(2);
    assertThat(id.getMostSignificantBits() >>> 16).isEqualTo(NOW.toEpochMilli());
  }

  @Test
  void ascendsWhileTheClockStandsStill() {
    UuidV7Generator generator = new UuidV7Generator(InstantSource.fixed(NOW));
    assertThat(next(generator, 10_000)).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void ascendsWhenTheClockGoesBack() {
    AtomicReference<Instant> now = new AtomicReference<>(NOW);
    UuidV7Generator generator = new UuidV7Generator(now::get);
    List<String> ids = new ArrayList<>(next(generator, 10));
    now.set(NOW.minusSeconds(60));
    ids.addAll(next(generator, 10));
    now.set(NOW.plusSeconds(60));
    ids.addAll(next(generator, 10));
    assertThat(ids).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void threadsNeverGetTheSameId() throws InterruptedException, ExecutionException {
    UuidV7Generator generator = new UuidV7Generator(InstantSource.fixed(NOW));
    Set<String> prefixes = ConcurrentHashMap.newKeySet();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      Callable<Boolean> task =
          () -> next(generator, 2000).stream().allMatch(id -> prefixes.add(id.substring(0, 18)));
      for (Future<Boolean> distinct : threads.invokeAll(List.of(task, task, task, task))) {
        assertThat(distinct.get()).isTrue();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void drawsAgainInEachMillisecondAndInEachGenerator() {
    AtomicReference<Instant> now = new AtomicReference<>(NOW);
    UuidV7Generator generator = new UuidV7Generator(now::get);
    Set<Long> randomBits = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      randomBits.add(UUID.fromString(generator.nextId()).getLeastSignificantBits());
      now.set(now.get().plusMillis(1));
    }
    now.set(NOW);
    randomBits.add(UUID.fromString(generator.nextId()).getLeastSignificantBits());
    randomBits.add(
        UUID.fromString(new UuidV7Generator(now::get).nextId()).getLeastSignificantBits());
    assertThat(randomBits).hasSize(102);
  }

  private static List<String> next(UuidV7Generator generator, int count) {
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      ids.add(generator.nextId());
    }
    return ids;
  }
}
