package io.github.dynamooutbox.relay.internal.redrive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import io.github.dynamooutbox.relay.park.queue.QueueState.Absent;
import io.github.dynamooutbox.relay.park.queue.QueueState.Held;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class QueueDrainTest {
  private static final LaneKey LANE = new LaneKey("bus", "Order#1");
  private static final QueueName PART = QueueName.Part.of(LANE);
  private static final QueueName SINGLE = QueueName.Single.of(LANE);

  private final class AtOnce implements Steps {
    @Override
    public <T> CompletionStage<T> step(String what, Supplier<T> step) {
      Runnable first = before.remove(what);
      if (first != null) {
        first.run();
      }
      return CompletableFuture.completedStage(step.get());
    }
  }

  /** What happens just before a step. */
  private final Map<String, Runnable> before = new HashMap<>();

  private final VirtualLoop time = new VirtualLoop();
  private final QueueModel model = new QueueModel(new PartitionLimits(time), 2);
  private final QueueTable table = new ModelQueueTable(model, new AtOnce());
  private final List<Long> published = new ArrayList<>();
  private boolean timeIsLeft = true;

  @Test
  void publishesPageAfterPageInOrderAndReleases() {
    fill(PART, 30);
    assertThat(drain(PART, event -> true)).isCompletedWithValue(Drained.RELEASED);
    assertThat(published).isEqualTo(LongStream.range(0, 30).boxed().toList());
    assertThat(model.state(PART)).isEqualTo(new Absent());
  }

  /** Of appends that got their numbers before the queue was closed, and are late. */
  @Test
  void publishesAllPagesThatArriveWhileItClosesTheQueue() {
    fill(PART, 3);
    before.put("close", () -> append(PART, 3, 30));

    assertThat(drain(PART, event -> true)).isCompletedWithValue(Drained.RELEASED);

    assertThat(published).hasSize(30).isSorted();
    assertThat(left(PART)).isEmpty();
  }

  @Test
  void holdsTheQueueAgainIfSomethingOfALastPageStays() {
    fill(PART, 3);
    before.put("close", () -> append(PART, 3, 30));

    assertThat(drain(PART, event -> position(event) != 25)).isCompletedWithValue(Drained.STUCK);

    assertThat(left(PART)).startsWith(25L).contains(29L);
    assertThat(model.state(PART)).isEqualTo(new Held(30));
  }

  @Test
  void keepsNothingOfAPageButWhatIsLeftOfEachOfItsSegments() {
    fill(PART, 0);
    for (long number = 1; number <= 2; number++) {
      table.put(PART, number, List.of(event(2 * number), event(2 * number + 1)));
      table.reserve(PART);
    }

    assertThat(drain(PART, event -> position(event) % 2 == 0)).isCompletedWithValue(Drained.STUCK);

    assertThat(left(PART)).containsExactly(3L, 5L);
  }

  @Test
  void keepsWhatIsNotPublishedAndStopsThere() {
    fill(PART, 30);
    assertThat(drain(PART, event -> position(event) != 12)).isCompletedWithValue(Drained.STUCK);
    assertThat(left(PART)).startsWith(12L).contains(29L);
    assertThat(Stream.concat(published.stream(), left(PART).stream()))
        .as("nothing is lost, nothing is both")
        .containsExactlyInAnyOrderElementsOf(LongStream.range(0, 30).boxed().toList());
    assertThat(model.state(PART)).isNotEqualTo(new Absent());
  }

  @Test
  void singleEventDoesNotHoldBackThoseBehindIt() {
    fill(SINGLE, 30);
    assertThat(drain(SINGLE, event -> position(event) % 10 != 2))
        .isCompletedWithValue(Drained.STUCK);
    assertThat(left(SINGLE)).containsExactly(2L, 12L, 22L);
    assertThat(published)
        .isEqualTo(LongStream.range(0, 30).filter(n -> n % 10 != 2).boxed().toList());
  }

  @Test
  void startsNoPageWhenItsTimeIsUp() {
    fill(PART, 30);
    timeIsLeft = false;
    assertThat(drain(PART, event -> true)).isCompletedWithValue(Drained.INTERRUPTED);
    assertThat(published).isEmpty();
  }

  /** An upper bound of the age, so that an alarm tells that of what is still parked. */
  @Test
  void knowsThatWhatIsLeftWasParkedAfterTheLastThatIsGone() {
    fill(PART, 0);
    for (long number = 1; number <= 3; number++) {
      table.put(PART, number, List.of(event(10 * number + 5), event(10 * number)));
      table.reserve(PART);
    }
    before.put("remove", () -> timeIsLeft = false);

    assertThat(drain(PART, event -> true)).isCompletedWithValue(Drained.INTERRUPTED);

    assertThat(left(PART)).containsExactly(35L, 30L);
    assertThat(model.queues(PART.part()))
        .extracting(QueueSummary::oldest)
        .containsExactly(QueueEvents.NOW.plusMillis(25));
  }

  @Test
  void failsWherePublishingDoes() {
    fill(PART, 3);
    IllegalStateException fault = new IllegalStateException("a fault");
    CompletableFuture<Drained> drained =
        drainWith(PART, page -> CompletableFuture.failedStage(fault));
    assertThatThrownBy(drained::get).cause().isSameAs(fault);
    assertThat(left(PART)).containsExactly(0L, 1L, 2L);
  }

  private void fill(QueueName queue, int events) {
    table.hold(queue, 0, time.instant());
    append(queue, 0, events);
  }

  private void append(QueueName queue, int from, int to) {
    for (int i = from; i < to; i++) {
      table.reserve(queue);
      table.put(queue, i + 1L, List.of(event(i)));
    }
  }

  private static ParkedEvent event(long position) {
    return QueueEvents.event(LANE, position, ParkReason.BLOCKED, "");
  }

  private CompletableFuture<Drained> drain(QueueName queue, Predicate<ParkedEvent> isTaken) {
    return drainWith(
        queue,
        (List<Segment> page) -> {
          List<List<ParkedEvent>> left = new ArrayList<>();
          for (Segment segment : page) {
            left.add(segment.events().stream().filter(isTaken.negate()).toList());
            segment.events().stream()
                .filter(isTaken)
                .forEach(event -> published.add(position(event)));
          }
          return CompletableFuture.completedStage(left);
        });
  }

  private CompletableFuture<Drained> drainWith(
      QueueName queue, Function<List<Segment>, CompletionStage<List<List<ParkedEvent>>>> publish) {
    RequiredCalls calls =
        new RequiredCalls(
            time,
            new Backoff(Duration.ofMillis(50), Duration.ofSeconds(5), new Random(1)),
            RelayObserver.NONE);
    QueueDrain.Context context =
        new QueueDrain.Context(table, calls, time, publish, () -> timeIsLeft, "redrive");
    CompletableFuture<Drained> drained =
        new QueueDrain(context, queue).start().toCompletableFuture();
    time.runAll();
    return drained;
  }

  private List<Long> left(QueueName queue) {
    return QueueEvents.positions(model.read(queue, Optional.empty(), OptionalLong.empty(), 99));
  }

  private static long position(ParkedEvent event) {
    return Long.parseLong(event.place().position().sequenceNumber());
  }
}
