package io.github.dynamooutbox.relay.internal.circuit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.internal.circuit.Circuit.State;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class CircuitTest {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private final Circuit circuit = circuit();

  @Test
  void opensWhenThreeAttemptsOverAMinuteFailed() {
    circuit.failed(at(0), at(0));
    circuit.failed(at(59), at(59));
    circuit.failed(at(59), at(59));
    assertThat(circuit.state()).isEqualTo(State.FAILING);

    circuit.failed(at(60), at(60));

    assertThat(circuit.state()).isEqualTo(State.OPEN);
    assertThat(circuit.since()).isEqualTo(at(0));
  }

  @Test
  void twoFailuresAreTooFewHoweverFarApart() {
    circuit.failed(at(0), at(0));
    circuit.failed(at(500), at(500));

    assertThat(circuit.state()).isEqualTo(State.FAILING);
  }

  @Test
  void oneAcceptedEntryInAHundredKeepsItClosed() {
    for (int second = 0; second < 10_000; second++) {
      if (second % 30 == 0) {
        circuit.accepted(at(second));
      } else {
        circuit.failed(at(second), at(second));
      }
      assertThat(circuit.state()).isIn(State.CLOSED, State.FAILING);
    }
  }

  @Test
  void aTargetThatIsAskedForNothingDoesNotFail() {
    circuit.failed(at(0), at(0));
    circuit.accepted(at(1));
    circuit.failed(at(100_000), at(100_000));

    assertThat(circuit.state()).isEqualTo(State.FAILING);
    assertThat(circuit.since()).isEqualTo(at(100_000));
  }

  @Test
  void probesWaitForThirtySecondsAtMost() {
    open();
    for (int second = 60; second < 10_000; second += 30) {
      circuit.failed(at(second), at(second));
      assertThat(circuit.probeAt()).isBetween(at(second + 5), at(second + 30));
    }
  }

  @Test
  void closesAfterTwoAcceptedRequestsAndOpensAtOnceIfTheSecondFails() {
    open();
    circuit.accepted(at(70));
    assertThat(circuit.state()).isEqualTo(State.HALF_OPEN);
    circuit.failed(at(71), at(71));
    assertThat(circuit.state()).isEqualTo(State.OPEN);

    circuit.accepted(at(80));
    circuit.accepted(at(81));

    assertThat(circuit.state()).isEqualTo(State.CLOSED);
  }

  @Test
  void anotherRunGoesOnWhereThisOneWas() {
    circuit.failed(at(0), at(0));
    circuit.failed(at(30), at(30));
    Circuit next = circuit();
    next.restore(circuit.saved(at(30)), at(50));
    next.failed(at(61), at(61));

    assertThat(next.state()).isEqualTo(State.OPEN);
    assertThat(next.since()).isEqualTo(at(0));
  }

  @Test
  void anOpenCircuitStaysOpenInAnotherRun() {
    open();
    Circuit next = circuit();
    next.restore(circuit.saved(at(61)), at(100_000));

    assertThat(next.state()).isEqualTo(State.OPEN);
    assertThat(next.probeAt()).isEqualTo(circuit.probeAt());
  }

  @Test
  void whatAReleaseThatWaitedForLessTimeHasOpenedIsOnlyFailing() {
    open();
    Circuit patient = circuit(Duration.ofHours(1));
    patient.restore(circuit.saved(at(61)), at(100));
    assertThat(patient.state()).isEqualTo(State.FAILING);
    patient.failed(at(3_600), at(3_600));
    assertThat(patient.state()).isEqualTo(State.OPEN);
  }

  @Test
  void whatItHasHalfOpenedDoesNotOpenAtTheFirstFailureEither() {
    open();
    circuit.accepted(at(70));
    assertThat(circuit.state()).isEqualTo(State.HALF_OPEN);
    Circuit patient = circuit(Duration.ofHours(1));
    patient.restore(circuit.saved(at(71)), at(100));
    patient.failed(at(101), at(101));
    patient.failed(at(102), at(102));
    patient.failed(at(3_670), at(3_670));
    assertThat(patient.state()).isEqualTo(State.FAILING);
    patient.failed(at(3_671), at(3_671));
    assertThat(patient.state()).isEqualTo(State.OPEN);
  }

  @Test
  void aFailureThatNobodyHasRenewedForTenMinutesIsForgotten() {
    circuit.failed(at(0), at(0));
    Optional<SavedCircuit> saved = circuit.saved(at(0));
    Circuit soon = circuit();
    soon.restore(saved, at(600));
    Circuit late = circuit();
    late.restore(saved, at(601));

    assertThat(soon.state()).isEqualTo(State.FAILING);
    assertThat(late.state()).isEqualTo(State.CLOSED);
  }

  @Test
  void aClosedCircuitIsNotKept() {
    circuit.failed(at(0), at(0));
    circuit.accepted(at(1));

    assertThat(circuit.saved(at(1))).isEmpty();
  }

  private void open() {
    circuit.failed(at(0), at(0));
    circuit.failed(at(1), at(1));
    circuit.failed(at(60), at(60));
    assertThat(circuit.state()).isEqualTo(State.OPEN);
  }

  private static Circuit circuit() {
    return circuit(Duration.ofMinutes(1));
  }

  private static Circuit circuit(Duration openAfter) {
    return new Circuit(CircuitPolicy.of(openAfter, new Random(1)));
  }

  @Test
  void aTargetThatHangsHasAcceptedNothingSinceItWasAsked() {
    circuit.failed(at(0), at(50));
    circuit.failed(at(1), at(50));
    circuit.failed(at(2), at(52));
    assertThat(circuit.state()).isEqualTo(State.FAILING);

    circuit.failed(at(50), at(60));
    assertThat(circuit.state()).isEqualTo(State.OPEN);
    assertThat(circuit.since()).isEqualTo(at(0));
  }

  @Test
  void twoRequestsThatHangAreEnoughAndOneNeverIs() {
    circuit.failed(at(0), at(90));
    assertThat(circuit.state()).isEqualTo(State.FAILING);

    circuit.failed(at(90), at(110));
    assertThat(circuit.state()).isEqualTo(State.OPEN);
  }

  @Test
  void afterAProbeThatHangsAsMuchTimeIsLeftToOthers() {
    open();
    circuit.failed(at(100), at(150));
    assertThat(circuit.probeAt()).isEqualTo(at(200));
    circuit.failed(at(200), at(201));
    assertThat(circuit.probeAt()).isBetween(at(206), at(231));
  }

  @Test
  void whatWasAcceptedWhileARequestHungCounts() {
    circuit.accepted(at(40));
    circuit.failed(at(0), at(50));

    assertThat(circuit.since()).isEqualTo(at(40));
  }

  @Test
  void aRequestThatTakesAThirdOfTheTimeHangs() {
    circuit.failed(at(0), at(20).minusMillis(1));
    circuit.failed(at(60), at(60));
    assertThat(circuit.state()).as("two attempts").isEqualTo(State.FAILING);
    circuit.accepted(at(61));

    circuit.failed(at(100), at(120));
    circuit.failed(at(160), at(160));
    assertThat(circuit.state()).as("one that hung, and another one").isEqualTo(State.OPEN);
  }

  @Test
  void probesComeAtLongerAndLongerIntervalsUntilOneIsAccepted() {
    Circuit slow = new Circuit(CircuitPolicy.of(Duration.ofMinutes(1), LONGEST));
    slow.failed(at(0), at(0));
    slow.failed(at(1), at(1));
    Instant now = at(60);
    for (int pause : new int[] {10, 15, 25, 30, 30}) {
      slow.failed(now, now);
      assertThat(Duration.between(now, slow.probeAt())).hasSeconds(pause);
      now = slow.probeAt();
    }

    slow.accepted(now);
    slow.failed(now, now);
    assertThat(Duration.between(now, slow.probeAt())).hasSeconds(10);
  }

  @Test
  void aProbeThatFailsIsAnAttemptForAReleaseThatWaitsForLonger() {
    open();
    circuit.accepted(at(70));
    circuit.failed(at(71), at(71));
    Circuit patient = circuit(Duration.ofHours(1));
    patient.restore(circuit.saved(at(72)), at(100));

    patient.failed(at(3_600), at(3_600));
    assertThat(patient.state()).as("two attempts").isEqualTo(State.FAILING);
    patient.failed(at(3_601), at(3_601));
    assertThat(patient.state()).as("three").isEqualTo(State.OPEN);
  }

  /** The greatest of each range. */
  private static final RandomGenerator LONGEST =
      new RandomGenerator() {
        @Override
        public long nextLong() {
          throw new UnsupportedOperationException();
        }

        @Override
        public long nextLong(long bound) {
          return bound - 1;
        }
      };

  private static Instant at(long second) {
    return START.plusSeconds(second);
  }
}
