package io.github.dynamooutbox.relay.internal.redrive;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.internal.call.RequiredCalls;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable;
import io.github.dynamooutbox.relay.park.queue.ModelQueueTable.Steps;
import io.github.dynamooutbox.relay.park.queue.PartitionLimits;
import io.github.dynamooutbox.relay.park.queue.QueueEvents;
import io.github.dynamooutbox.relay.park.queue.QueueModel;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How much a redrive reads and publishes at once: 1,000 events or 8 segments, but one segment. */
class QueueDrainPagesTest {
  private static final LaneKey LANE = new LaneKey("bus", "Order#1");
  private static final QueueName PART = QueueName.Part.of(LANE);
  private static final ParkedEvent EVENT = QueueEvents.event(LANE, 1, ParkReason.BLOCKED, "");

  private final VirtualLoop time = new VirtualLoop();
  private final QueueModel model = new QueueModel(new PartitionLimits(time, 1e9, 1e9), 10_000);
  private final QueueTable table = new ModelQueueTable(model, new Counting());

  /** The number of segments of each read that found any, and of each page. */
  private final List<Integer> reads = new ArrayList<>();

  private final List<Integer> pages = new ArrayList<>();
  private final List<Integer> published = new ArrayList<>();
  private Runnable beforeItCloses = () -> {};

  private final class Counting implements Steps {
    @Override
    public <T> CompletionStage<T> step(String what, Supplier<T> step) {
      if (what.equals("close")) {
        beforeItCloses.run();
      }
      T answer = step.get();
      if (what.equals("read") && !((List<?>) answer).isEmpty()) {
        reads.add(((List<?>) answer).size());
      }
      return CompletableFuture.completedStage(answer);
    }
  }

  /** The first read cannot know how large segments are; after that none is read in vain. */
  @ParameterizedTest(name = "{0} events in a segment")
  @CsvSource({
    "1, 8", "2, 8", "124, 8", "125, 8", "126, 7", "142, 7", "143, 6", "200, 5", "201, 4",
    "250, 4", "251, 3", "333, 3", "334, 2", "500, 2", "501, 1", "999, 1", "1000, 1", "1001, 1",
    "3000, 1"
  })
  void readsAsManySegmentsAsFitIntoAPage(int events, int fitting) {
    append(Collections.nCopies(20, events));

    assertThat(drain()).isCompletedWithValue(Drained.RELEASED);

    int first = Math.min(2, fitting);
    assertThat(pages).startsWith(first).hasSize(1 + (20 - first + fitting - 1) / fitting);
    assertThat(pages.subList(1, pages.size() - 1)).containsOnly(fitting);
    assertThat(reads.get(0)).isEqualTo(2);
    assertThat(reads.subList(1, reads.size())).isEqualTo(pages.subList(1, pages.size()));
    assertThat(published).isEqualTo(Collections.nCopies(20, events));
  }

  @ParameterizedTest(name = "seed {0}")
  @ValueSource(longs = {1, 2, 3, 4})
  void publishesSegmentsOfAnySizeInOrderAndNoPageIsTooLarge(long seed) {
    Random random = new Random(seed);
    List<Integer> sizes =
        random.ints(40, 1, 700).boxed().map(each -> each < 350 ? 1 + each / 10 : each).toList();
    append(sizes);

    assertThat(drain()).isCompletedWithValue(Drained.RELEASED);

    assertThat(published).isEqualTo(sizes);
    int at = 0;
    for (int page : pages) {
      int events = sizes.subList(at, at + page).stream().mapToInt(size -> size).sum();
      assertThat(page == 1 || (page <= 8 && events <= 1_000)).as("%d of %s", at, sizes).isTrue();
      at += page;
    }
  }

  /** Of an empty queue nobody knows how large its segments will be. */
  @Test
  void readsTwoSegmentsFirstOfWhatArrivesWhileItClosesAnEmptyQueue() {
    append(List.of());
    beforeItCloses =
        () -> {
          beforeItCloses = () -> {};
          append(List.of(10, 10, 10, 10, 10));
        };

    assertThat(drain()).isCompletedWithValue(Drained.RELEASED);

    assertThat(pages).containsExactly(2, 3);
  }

  private void append(List<Integer> sizes) {
    table.hold(PART, 0, time.instant());
    for (int size : sizes) {
      table
          .reserve(PART)
          .thenAccept(
              state ->
                  table.put(
                      PART,
                      state instanceof QueueState.Held held ? held.last() : 0,
                      Collections.nCopies(size, EVENT)));
    }
  }

  private CompletableFuture<Drained> drain() {
    RequiredCalls calls =
        new RequiredCalls(
            time,
            new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), new Random(1)),
            RelayObserver.NONE);
    QueueDrain.Context context =
        new QueueDrain.Context(table, calls, time, this::publish, () -> true, "redrive");
    CompletableFuture<Drained> drained =
        new QueueDrain(context, PART).start().toCompletableFuture();
    time.runAll();
    return drained;
  }

  private CompletionStage<List<List<ParkedEvent>>> publish(List<Segment> page) {
    pages.add(page.size());
    page.forEach(segment -> published.add(segment.events().size()));
    return CompletableFuture.completedStage(
        page.stream().map(segment -> List.<ParkedEvent>of()).toList());
  }
}
