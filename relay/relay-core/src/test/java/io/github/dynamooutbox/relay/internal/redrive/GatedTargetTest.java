package io.github.dynamooutbox.relay.internal.redrive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.relay.DistinctValues;
import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.BatchOutcome.PerEntry;
import io.github.dynamooutbox.relay.publish.BatchOutcome.RequestRefused;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a redrive learns of a target by its answers, and how much it sends to it therefore. */
class GatedTargetTest {
  private static final int MOST = 8;
  private static final Envelope ENVELOPE = DistinctValues.of(Envelope.class);

  private record Sent(int bytes) implements Entry {}

  /** A target whose requests a test answers itself. */
  private static final class Asked implements Target<Sent> {
    private final List<CompletableFuture<BatchOutcome>> requests = new ArrayList<>();
    private final List<List<Sent>> sent = new ArrayList<>();
    private Function<Envelope, Prepared<Sent>> prepare = any -> new Prepared.Ready<>(new Sent(7));
    private Optional<RuntimeException> thrown = Optional.empty();

    @Override
    public String name() {
      return "bus";
    }

    @Override
    public boolean ordered() {
      return true;
    }

    @Override
    public BatchLimits limits() {
      return new BatchLimits(3, 100, 2);
    }

    @Override
    public Prepared<Sent> prepare(Envelope envelope) {
      return prepare.apply(envelope);
    }

    @Override
    public CompletionStage<BatchOutcome> publish(List<Sent> entries) {
      thrown.ifPresent(
          failure -> {
            throw failure;
          });
      sent.add(entries);
      requests.add(new CompletableFuture<>());
      return requests.get(requests.size() - 1);
    }
  }

  private final VirtualLoop loop = new VirtualLoop();
  private final Asked asked = new Asked();
  private final Gate gate = new Gate(MOST);
  private boolean maySend = true;
  private final GatedTarget<Sent> gated = new GatedTarget<>(asked, gate, () -> maySend, loop);

  @Test
  void isTheTargetInEverythingElse() {
    assertThat(gated.name()).isEqualTo("bus");
    assertThat(gated.ordered()).isTrue();
    assertThat(gated.limits()).isEqualTo(asked.limits());
    assertThat(gated.prepare(ENVELOPE)).isEqualTo(new Prepared.Ready<>(new Sent(7)));
  }

  @Test
  void refusesAnEventThatCannotBePreparedWithoutTellingItsPayload() {
    asked.prepare =
        envelope -> {
          throw new IllegalStateException("a payload");
        };

    Prepared<Sent> prepared = gated.prepare(ENVELOPE);

    assertThat(prepared)
        .isInstanceOfSatisfying(
            Prepared.Refused.class,
            refused -> {
              assertThat(refused.code()).isEqualTo("INTERNAL");
              assertThat(refused.message())
                  .startsWith(
                      "preparing it failed because of a bug in the relay or the target: "
                          + "IllegalStateException at "
                          + getClass().getName())
                  .doesNotContain("a payload");
            });
  }

  /** Of a room for four requests, of which this is one: P accepted, R to be sent again, J not. */
  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "P, 5, 1",
    "PP, 5, 1",
    "PJ, 5, 1",
    "JP, 5, 1",
    "J, 4, 0",
    "JJ, 4, 0",
    "R, 2, 0",
    "RJ, 2, 0",
    "RR, 2, 0",
    "PR, 2, 1",
    "RP, 2, 1",
    "PJR, 2, 1",
    "refused, 4, 0"
  })
  void sendsMoreAfterWhatIsAcceptedAndHalfAfterWhatHasToBeSentAgain(
      String answer, int roomThen, int acceptedMore) {
    makeRoomForFour();
    gate.pageFailed(false, Instant.EPOCH);
    gate.pageFailed(false, Instant.EPOCH);
    CompletableFuture<BatchOutcome> published =
        gated.publish(List.of(new Sent(1))).toCompletableFuture();

    asked.requests.get(0).complete(outcome(answer));
    loop.runAll();

    assertThat(published).isCompletedWithValue(outcome(answer));
    assertThat(gate.accepted()).isEqualTo(3 + acceptedMore);
    assertThat(room()).isEqualTo(roomThen);
    gate.pageFailed(false, Instant.EPOCH);
    assertThat(gate.isDown()).as("three pages in a row").isEqualTo(acceptedMore == 0);
  }

  @Test
  void sendsHalfAfterARequestWithoutAnOutcome() {
    makeRoomForFour();
    IllegalStateException fault = new IllegalStateException("a fault");
    CompletableFuture<BatchOutcome> failed = gated.publish(List.of()).toCompletableFuture();
    CompletableFuture<BatchOutcome> empty = gated.publish(List.of()).toCompletableFuture();
    asked.requests.get(0).completeExceptionally(fault);
    loop.runAll();
    assertThat(room()).isEqualTo(2 - 1);
    asked.requests.get(1).complete(null);
    loop.runAll();

    assertThatThrownBy(failed::join).hasCause(fault);
    assertThatThrownBy(empty::join)
        .hasCauseInstanceOf(IllegalStateException.class)
        .hasMessageContaining("a request without an outcome");
    assertThat(gate.accepted()).isEqualTo(3);
    assertThat(gated.isIdle()).isTrue();
  }

  @Test
  void failsWithWhatTheTargetThrows() {
    asked.thrown = Optional.of(new IllegalStateException("a fault"));

    CompletableFuture<BatchOutcome> failed = gated.publish(List.of()).toCompletableFuture();
    loop.runAll();

    assertThatThrownBy(failed::join).hasCause(asked.thrown.orElseThrow());
    assertThat(room()).isEqualTo(1);
  }

  @Test
  void neitherSendsNorAnswersWhatMayNotBeSentAnyMore() {
    maySend = false;

    CompletableFuture<BatchOutcome> published = gated.publish(List.of()).toCompletableFuture();
    loop.runAll();

    assertThat(asked.sent).isEmpty();
    assertThat(published).isNotDone();
    assertThat(gated.isIdle()).isTrue();
    assertThat(room()).as("leaves its place to others").isEqualTo(1);
  }

  @Test
  void neverSendsWhatWasCancelledWhileItWaited() {
    gated.publish(List.of(new Sent(1)));
    gated.publish(List.of(new Sent(2))).toCompletableFuture().cancel(true);
    asked.requests.get(0).complete(outcome("P"));
    loop.runAll();

    assertThat(asked.sent).containsExactly(List.of(new Sent(1)));
    assertThat(room()).isEqualTo(2);
  }

  @Test
  void cancelsARequestWithItsAnswer() {
    gated.publish(List.of()).toCompletableFuture().cancel(true);
    loop.runAll();

    assertThat(asked.requests.get(0)).isCancelled();
    assertThat(gated.isIdle()).isTrue();
  }

  /** So that nothing ends before its answers are taken in. */
  @Test
  void isIdleOnlyAfterWhoeverWaitsForAnAnswerOnTheLoop() {
    List<Boolean> idle = new ArrayList<>();
    gated
        .publish(List.of())
        .whenCompleteAsync((any, none) -> idle.add(gated.isIdle()), loop::execute);
    idle.add(gated.isIdle());
    asked.requests.get(0).complete(outcome("P"));
    loop.runAll();

    assertThat(idle).containsExactly(false, false);
    assertThat(gated.isIdle()).isTrue();
  }

  @Test
  void growsByOneUpToItsLimitAndNeverBelowOne() {
    List<Integer> rooms = new ArrayList<>();
    for (int i = 0; i < MOST + 1; i++) {
      rooms.add(room());
      gate.pass(gate::leaveAccepted);
    }
    for (int i = 0; i < 5; i++) {
      rooms.add(room());
      gate.pass(() -> gate.leaveFailed(true));
    }
    assertThat(rooms).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 4, 2, 1, 1);
  }

  @Test
  void countsATargetAsDownAfterThreePagesOrOneBacklog() {
    gate.pageFailed(false, Instant.EPOCH);
    gate.pageFailed(false, Instant.EPOCH);
    gate.pass(gate::leaveAccepted);
    gate.pageFailed(false, Instant.EPOCH);
    gate.pageFailed(false, Instant.EPOCH);
    assertThat(gate.isDown()).isFalse();
    gate.pageFailed(false, Instant.EPOCH);
    assertThat(gate.isDown()).isTrue();
    gate.pass(() -> gate.leaveFailed(true));
    assertThat(gate.isDown()).isFalse();
    gate.pageFailed(true, Instant.EPOCH);
    assertThat(gate.isDown()).isTrue();
    gate.pass(() -> gate.leaveFailed(false));
    assertThat(gate.isDown()).isTrue();
  }

  private void makeRoomForFour() {
    for (int i = 0; i < 3; i++) {
      gate.pass(gate::leaveAccepted);
    }
  }

  /** How many more requests pass at once; they leave again, and those that wait never pass. */
  private int room() {
    int[] passed = new int[1];
    boolean[] counting = {true};
    for (int i = 0; i <= MOST; i++) {
      gate.pass(
          () -> {
            if (counting[0]) {
              passed[0]++;
            } else {
              gate.leave();
            }
          });
    }
    counting[0] = false;
    for (int i = 0; i < passed[0]; i++) {
      gate.leave();
    }
    return passed[0];
  }

  private static BatchOutcome outcome(String answer) {
    if (answer.equals("refused")) {
      return new RequestRefused("Denied", "is denied");
    }
    return new PerEntry(answer.chars().mapToObj(each -> outcome((char) each)).toList());
  }

  private static PublishOutcome outcome(char letter) {
    return switch (letter) {
      case 'P' -> Published.INSTANCE;
      case 'R' -> new Retry("Down", "is down");
      default -> new Rejected("Bad", "is bad");
    };
  }
}
