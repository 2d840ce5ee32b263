package io.github.dynamooutbox.relay.internal.lane;

import static io.github.dynamooutbox.relay.internal.lane.LaneFixtures.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.internal.lane.Delivery.FirstAttempts;
import io.github.dynamooutbox.relay.internal.lane.LaneFixtures.Weight;
import io.github.dynamooutbox.relay.internal.lane.ReadyQueue.Ready;
import io.github.dynamooutbox.relay.internal.lane.ReadyQueue.Waiting;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry.Reason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReadyQueueTest {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final int REFUSED = -1;
  private static final int REFUSED_AND_TAKES_OUT_THE_FIRST = -2;

  private final Map<Long, Integer> bytes = new HashMap<>();
  private final List<Long> rendered = new ArrayList<>();
  private final VirtualLoop loop = new VirtualLoop();
  private final ReadyQueue<Weight> queue =
      new ReadyQueue<>(new BatchLimits(3, 100, 1), this::render, loop);

  @Test
  void aBatchHasAsManyEntriesAsTheTargetTakes() {
    add(1, 1, 1, 1);

    assertThat(next()).containsExactly(1L, 2L, 3L);
    assertThat(next()).containsExactly(4L);
    assertThat(queue.nextBatch()).isNull();
  }

  @Test
  void aBatchIsFilledToTheLastByteAndNotBeyond() {
    add(60, 40, 1);

    assertThat(next()).containsExactly(1L, 2L);
    assertThat(next()).containsExactly(3L);
  }

  @Test
  void anEntryThatIsLargerThanABatchGoesAlone() {
    add(500, 1);

    assertThat(next()).containsExactly(1L);
    assertThat(next()).containsExactly(2L);
  }

  @Test
  void halvesOfARefusedRequestGoFirstAndInOrder() {
    add(1, 1, 1, 1);
    List<Ready<Weight>> refused = queue.nextBatch();

    queue.addHalvesOf(refused);

    assertThat(next()).containsExactly(1L);
    assertThat(next()).containsExactly(2L, 3L);
    assertThat(next()).containsExactly(4L);
  }

  @Test
  void whatIsRemovedIsRemovedFromHalvesToo() {
    add(1, 1, 1, 1);
    queue.addHalvesOf(queue.nextBatch());

    queue.removeIf(
        delivery -> place(delivery) == 1 || place(delivery) == 3 || place(delivery) == 4);

    assertThat(next()).containsExactly(2L);
    assertThat(queue.nextBatch()).isNull();
  }

  @Test
  void eventIsRenderedOnceAndNotBeforeItsRequestIsPacked() {
    add(60, 60, 1);

    assertThat(rendered).isEmpty();
    assertThat(next()).containsExactly(1L);
    assertThat(rendered).containsExactly(1L, 2L);
    assertThat(next()).containsExactly(2L, 3L);
    assertThat(rendered).containsExactly(1L, 2L, 3L);
  }

  @Test
  void entryThatGoesAgainIsNotRenderedAgain() {
    add(1);
    List<Ready<Weight>> sent = queue.nextBatch();

    sent.forEach(each -> queue.add(each.again()));

    assertThat(queue.nextBatch()).isEqualTo(sent);
    assertThat(rendered).containsExactly(1L);
  }

  @Test
  void whatWasThrottledIsSentAgainInTurnWithWhatIsNewTheOldestFirst() {
    add(1, 1, 1, 1, 1, 1, 1, 1);
    List<Ready<Weight>> refused = new ArrayList<>(queue.nextBatch());
    Collections.reverse(refused);
    refused.forEach(each -> again(each, true));

    assertThat(next()).containsExactly(1L, 4L, 2L);
    assertThat(next()).containsExactly(5L, 3L, 6L);
    assertThat(next()).containsExactly(7L, 8L);
  }

  @Test
  void whatFailedOtherwiseTakesOneOfTenWhileThereIsLittleRoom() {
    add(IntStream.generate(() -> 1).limit(33).toArray());
    queue.nextBatch().forEach(each -> again(each, false));

    List<Long> sent = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      queue.nextBatch(1, true).forEach(each -> sent.add(place(each.delivery())));
    }
    assertThat(sent.subList(0, 10)).containsOnlyOnce(1L).doesNotContain(2L, 3L);
    assertThat(sent.subList(10, 20)).containsOnlyOnce(2L).doesNotContain(3L);
    assertThat(sent.subList(20, 30)).containsOnlyOnce(3L);
  }

  @Test
  void whatFailedOtherwiseTakesItsTurnWhileThereIsRoom() {
    add(1, 1, 1);
    List<Ready<Weight>> failed = queue.nextBatch();
    bytes.putAll(Map.of(4L, 1, 5L, 1));
    queue.add(LaneFixtures.delivery("a", 4));
    failed.forEach(each -> again(each, false));
    queue.add(LaneFixtures.delivery("a", 5));

    assertThat(next()).containsExactly(4L, 1L, 2L);
    assertThat(next()).containsExactly(3L, 5L);
  }

  private void again(Ready<Weight> entry, boolean throttled) {
    entry
        .delivery()
        .failed(
            new Retry("CODE", "no", throttled ? Reason.THROTTLED : Reason.UNKNOWN),
            new FirstAttempts().now());
    queue.add(entry.again());
  }

  @Test
  void whatCannotBeRenderedLeavesItsPlaceToTheNext() {
    add(1, REFUSED, 1, 1);

    assertThat(next()).containsExactly(1L, 3L, 4L);
    assertThat(queue.nextBatch()).isNull();
  }

  @Test
  void probeIsTheFirstThatCanBeRendered() {
    add(REFUSED, 1, 1);

    assertThat(queue.nextOne()).extracting(each -> place(each.delivery())).containsExactly(2L);
    assertThat(next()).containsExactly(3L);
  }

  @Test
  void whatIsTakenOutWhileItsRequestIsPackedIsNotSent() {
    add(1, 1, REFUSED_AND_TAKES_OUT_THE_FIRST, 1);

    assertThat(next()).containsExactly(2L, 4L);
  }

  @Test
  void probeTakesOneEntryOfARefusedRequestAfterTheOther() {
    add(1, 1, 1, 1);
    queue.addHalvesOf(queue.nextBatch());

    for (long place = 1; place <= 4; place++) {
      assertThat(queue.isEmpty()).isFalse();
      assertThat(queue.nextOne()).extracting(each -> place(each.delivery())).containsExactly(place);
    }
    assertThat(queue.isEmpty()).isTrue();
    assertThat(queue.nextOne()).isNull();
  }

  @Test
  void whatFailedTogetherIsRetriedTogetherAfterThePause() {
    add(1, 1);
    List<Ready<Weight>> failed = queue.nextBatch();
    queue.retryAfter(PAUSE, again(failed));
    loop.runFor(PAUSE.minusMillis(1));
    assertThat(queue.nextBatch()).isNull();
    assertThat(queue.isEmpty()).isTrue();

    loop.runFor(Duration.ofMillis(1));
    assertThat(queue.nextBatch()).isEqualTo(failed);
    assertThat(rendered).containsExactly(1L, 2L);
  }

  @Test
  void whatIsRemovedWhileItWaitsIsNotRetried() {
    add(1, 1);
    queue.retryAfter(PAUSE, again(queue.nextBatch()));
    queue.removeIf(delivery -> place(delivery) == 1);
    loop.runAll();

    assertThat(next()).containsExactly(2L);
  }

  @Test
  void pausesCanBeEnded() {
    add(1, 1);
    List<Ready<Weight>> failed = queue.nextBatch();
    queue.retryAfter(PAUSE, again(failed.subList(0, 1)));
    queue.retryAfter(PAUSE, again(failed.subList(1, 2)));
    queue.retryNow();

    assertThat(queue.nextBatch()).isEqualTo(failed);
    assertThat(loop.step()).as("no timer is left").isFalse();
    assertThat(queue.nextBatch()).isNull();
  }

  @Test
  void whatIsCancelledIsNeverRetriedAndLeavesNoTimer() {
    add(1);
    queue.retryAfter(PAUSE, again(queue.nextBatch()));
    queue.cancelRetries();

    assertThat(loop.step()).isFalse();
    assertThat(queue.nextBatch()).isNull();
  }

  @Test
  void whatEndedWithoutAnAnswerIsRetriedInHalvesWithoutWhatWasRemoved() {
    add(1, 1, 1);
    queue.retryInHalvesAfter(PAUSE, queue.nextBatch());
    loop.runFor(PAUSE);
    assertThat(next()).containsExactly(1L);
    List<Ready<Weight>> rest = queue.nextBatch();
    queue.retryInHalvesAfter(PAUSE, rest);
    queue.removeIf(delivery -> place(delivery) == 2);
    loop.runFor(PAUSE);
    assertThat(next()).containsExactly(3L);

    queue.retryInHalvesAfter(PAUSE, rest);
    queue.removeIf(delivery -> true);
    loop.runFor(PAUSE);
    assertThat(queue.nextBatch()).isNull();
  }

  private static List<Waiting<Weight>> again(List<Ready<Weight>> failed) {
    return failed.stream().map(Ready::again).toList();
  }

  private Optional<Weight> render(Delivery delivery) {
    rendered.add(place(delivery));
    int weight = bytes.get(place(delivery));
    if (weight == REFUSED_AND_TAKES_OUT_THE_FIRST) {
      queue.removeIf(each -> place(each) == 1);
    }
    return weight < 0 ? Optional.empty() : Optional.of(new Weight(weight));
  }

  private void add(int... weights) {
    for (int i = 0; i < weights.length; i++) {
      bytes.put(i + 1L, weights[i]);
      queue.add(delivery("a", i + 1L));
    }
  }

  private List<Long> next() {
    return queue.nextBatch().stream().map(ready -> place(ready.delivery())).toList();
  }

  private static long place(Delivery delivery) {
    return Long.parseLong(delivery.envelope().position().sequenceNumber());
  }
}
