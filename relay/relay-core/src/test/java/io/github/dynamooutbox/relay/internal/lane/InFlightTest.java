package io.github.dynamooutbox.relay.internal.lane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.internal.lane.LaneFixtures.Weight;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class InFlightTest {
  private static final List<Weight> TWO = List.of(new Weight(1), new Weight(2));

  private final VirtualLoop loop = new VirtualLoop();
  private final List<BatchOutcome> answers = new ArrayList<>();
  private final List<Retry> broken = new ArrayList<>();
  private final List<CompletableFuture<BatchOutcome>> calls = new ArrayList<>();

  @Test
  void anAnswerForEachEntryIsPassedOnAsItIs() {
    BatchOutcome published = BatchOutcome.all(2, Published.INSTANCE);
    send(() -> CompletableFuture.completedStage(published));

    assertThat(answers).containsExactly(published);
  }

  @Test
  void anAnswerForFewerEntriesSaysNothingOfAny() {
    send(() -> CompletableFuture.completedStage(BatchOutcome.all(1, Published.INSTANCE)));

    assertThat(answers).isEmpty();
    assertThat(broken).containsExactly(new Retry("INCOMPLETE_ANSWER", "1 outcomes for 2 entries"));
  }

  @Test
  void aRequestThatFailsOrEndsWithoutAnAnswerIsSentAgain() {
    send(() -> CompletableFuture.failedStage(new IllegalStateException("secret")));
    send(
        () -> {
          throw new IllegalArgumentException("secret");
        });
    send(() -> CompletableFuture.completedStage(null));

    assertThat(answers).isEmpty();
    assertThat(broken)
        .extracting(Retry::code)
        .containsExactly("IllegalStateException", "IllegalArgumentException", "NO_ANSWER");
    assertThat(broken)
        .extracting(Retry::message)
        .allSatisfy(
            message ->
                assertThat(message)
                    .startsWith("the request ended without an answer")
                    .doesNotContain("secret"));
  }

  @Test
  void anErrorOfTheProcessEndsTheRun() {
    assertThatThrownBy(() -> send(() -> CompletableFuture.failedStage(new OutOfMemoryError())))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(answers).isEmpty();
    assertThat(broken).isEmpty();
  }

  @Test
  void thereIsRoomForSoManyRequests() {
    InFlight<Weight> requests = open();
    requests.send(TWO, loop.instant(), answers::add, this::broken);
    assertThat(requests.hasRoom()).isTrue();
    requests.send(TWO, loop.instant(), answers::add, this::broken);
    assertThat(requests.hasRoom()).isFalse();

    calls.get(0).complete(BatchOutcome.all(2, Published.INSTANCE));
    loop.runAll();
    assertThat(requests.hasRoom()).isTrue();
  }

  @Test
  void whatIsAbortedIsCancelledAndAnswersNoMore() {
    InFlight<Weight> requests = open();
    requests.send(TWO, loop.instant(), answers::add, this::broken);
    requests.send(TWO, loop.instant(), answers::add, this::broken);
    calls.get(0).complete(BatchOutcome.all(2, Published.INSTANCE));

    requests.abort();
    loop.runAll();

    assertThat(calls.get(1)).isCancelled();
    assertThat(answers).isEmpty();
    assertThat(requests.hasRoom()).isFalse();
  }

  @Test
  void theOldestIsTheOneThatWasSentFirstOfThoseUnderWay() {
    InFlight<Weight> requests = open();
    assertThat(requests.oldestUnanswered()).isEmpty();
    Instant start = loop.instant();
    requests.send(TWO, start, answers::add, this::broken);
    requests.send(TWO, start.plusSeconds(1), answers::add, this::broken);
    assertThat(requests.oldestUnanswered()).contains(start);

    calls.get(0).complete(BatchOutcome.all(2, Published.INSTANCE));
    loop.runAll();
    assertThat(requests.oldestUnanswered()).contains(start.plusSeconds(1));
  }

  @Test
  void whatIsAnsweredIsNotWaitedForThoughTheLoopHasNotSeenTheAnswer() {
    InFlight<Weight> requests = open();
    requests.send(TWO, loop.instant(), answers::add, this::broken);

    calls.get(0).complete(BatchOutcome.all(2, Published.INSTANCE));

    assertThat(answers).isEmpty();
    assertThat(requests.oldestUnanswered()).isEmpty();
  }

  private void broken(Retry why) {
    broken.add(why);
  }

  private InFlight<Weight> open() {
    return new InFlight<>(
        new Calls(
            () -> {
              CompletableFuture<BatchOutcome> call = new CompletableFuture<>();
              calls.add(call);
              return call;
            }),
        loop);
  }

  private void send(Supplier<CompletionStage<BatchOutcome>> answer) {
    new InFlight<>(new Calls(answer), loop).send(TWO, loop.instant(), answers::add, this::broken);
    loop.runAll();
  }

  private record Calls(Supplier<CompletionStage<BatchOutcome>> answer) implements Target<Weight> {
    @Override
    public String name() {
      return "calls";
    }

    @Override
    public boolean ordered() {
      return true;
    }

    @Override
    public BatchLimits limits() {
      return new BatchLimits(10, 100, 2);
    }

    @Override
    public Prepared<Weight> prepare(Envelope envelope) {
      throw new UnsupportedOperationException();
    }

    @Override
    public CompletionStage<BatchOutcome> publish(List<Weight> entries) {
      return answer.get();
    }
  }
}
