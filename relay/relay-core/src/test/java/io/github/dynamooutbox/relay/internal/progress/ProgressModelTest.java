package io.github.dynamooutbox.relay.internal.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Progress compared, after any steps, with a list of records that knows everything about each. */
class ProgressModelTest {
  private static final int RUNS = 300;

  /** What is known about one record. */
  private static final class Known {
    private final Progress.Slot slot;
    private Optional<Instant> createdAt;
    private int open;
    private boolean admitted;
    private final List<FinishedDelivery> before = new ArrayList<>();
    private final List<FinishedDelivery> told = new ArrayList<>();
    private final List<FinishedDelivery> news = new ArrayList<>();

    private Known(Progress.Slot slot, Optional<Instant> createdAt) {
      this.slot = slot;
      this.createdAt = createdAt;
    }

    private boolean isFinished() {
      return admitted && open == 0;
    }

    private FinishedDelivery delivery(int number) {
      return new FinishedDelivery(slot.position(), new RecordKey("p", "s"), number, "bus");
    }
  }

  private final List<Known> records = new ArrayList<>();
  private Progress progress = new Progress();
  private int number;

  @Test
  void tellsOfEachRecordFromTheFirstUnfinishedOnWhatBecameOfIt() {
    long seed = System.nanoTime();
    for (int run = 0; run < RUNS; run++) {
      Random random = new Random(seed + run);
      progress = new Progress();
      records.clear();
      for (int step = 0; step < 60; step++) {
        step(random);
        check(random, "seed %d, step %d".formatted(seed + run, step));
      }
    }
  }

  private void step(Random random) {
    if (records.isEmpty() || random.nextInt(4) == 0) {
      track(random);
      return;
    }
    Known record = records.get(random.nextInt(records.size()));
    switch (random.nextInt(6)) {
      case 0 -> {
        record.slot.admitted();
        record.admitted = true;
      }
      case 1 -> {
        if (!record.isFinished()) {
          record.slot.opened();
          record.open++;
        }
      }
      case 2 -> {
        if (!record.isFinished()) {
          FinishedDelivery delivery = record.delivery(number++);
          record.slot.finishedBefore(delivery);
          record.before.add(delivery);
        }
      }
      case 3 -> {
        Instant time = Instant.EPOCH.plusSeconds(number++);
        record.slot.written(time);
        record.createdAt = record.createdAt.or(() -> Optional.of(time));
      }
      case 4 -> {
        if (record.open > 0) {
          record.slot.dissolved();
          record.open--;
        }
      }
      default -> {
        if (record.open > 0) {
          FinishedDelivery delivery = record.delivery(number++);
          record.slot.finished(delivery);
          record.open--;
          record.news.add(delivery);
        }
      }
    }
  }

  private void track(Random random) {
    Optional<Instant> createdAt =
        random.nextBoolean() ? Optional.of(Instant.EPOCH.plusSeconds(number++)) : Optional.empty();
    StreamPosition position = new StreamPosition(Integer.toString(records.size() + 1));
    records.add(new Known(progress.track(position, createdAt).orElseThrow(), createdAt));
    assertThat(progress.track(position, createdAt)).as("once").isEmpty();
  }

  /** Asks one question, so that no answer depends on another one having been asked for. */
  private void check(Random random, String what) {
    int first = 0;
    while (first < records.size() && records.get(first).isFinished()) {
      first++;
    }
    List<Known> rest = records.subList(first, records.size());
    Optional<Known> oldest = rest.stream().findFirst();
    switch (random.nextInt(6)) {
      case 0 ->
          assertThat(progress.firstUnfinished())
              .as(what)
              .isEqualTo(oldest.map(each -> each.slot.position()));
      case 1 -> assertThat(progress.oldest()).as(what).isEqualTo(oldest.flatMap(e -> e.createdAt));
      case 2 -> assertThat(progress.newlyAhead()).as(what).isEqualTo(news(rest));
      case 3 -> assertThat(progress.rest().news()).as(what).isEqualTo(news(rest));
      case 4 -> {
        Progress.Rest all = progress.rest();
        assertThat(all.from()).as(what).isEqualTo(oldest.map(each -> each.slot.position()));
        List<FinishedDelivery> expected = new ArrayList<>();
        rest.forEach(each -> expected.addAll(each.before));
        rest.forEach(each -> expected.addAll(each.told));
        expected.addAll(news(rest));
        assertThat(all.finished()).as(what).containsExactlyInAnyOrderElementsOf(expected);
      }
      default ->
          assertThat(records)
              .as(what)
              .allSatisfy(each -> assertThat(each.slot.createdAt()).isEqualTo(each.createdAt));
    }
  }

  /** What these records have finished and was not told before; from now on it was. */
  private static List<FinishedDelivery> news(List<Known> records) {
    List<FinishedDelivery> news = new ArrayList<>();
    for (Known record : records) {
      news.addAll(record.news);
      record.told.addAll(record.news);
      record.news.clear();
    }
    return news;
  }
}
