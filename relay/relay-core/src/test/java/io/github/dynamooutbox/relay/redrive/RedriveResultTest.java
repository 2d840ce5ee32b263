package io.github.dynamooutbox.relay.redrive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Why;
import io.github.dynamooutbox.relay.redrive.WaysOut.Decision;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a redrive adds up, and the limits of what it is told. */
class RedriveResultTest {
  private static final Lease LEASE = new Lease("other", Instant.EPOCH);

  @Test
  void addsUpEachFigureWithItsOwn() {
    RedriveResult one =
        new RedriveResult(1, 20, 300, Map.of(queue(1), why(1)), 4_000, Map.of(1, LEASE));
    RedriveResult two =
        new RedriveResult(5, 60, 700, Map.of(queue(2), why(2)), 8_000, Map.of(2, LEASE));

    assertThat(one.plus(two))
        .isEqualTo(
            new RedriveResult(
                6,
                80,
                1_000,
                Map.of(queue(1), why(1), queue(2), why(2)),
                12_000,
                Map.of(1, LEASE, 2, LEASE)));
    assertThat(one.plus(RedriveResult.NOTHING)).isEqualTo(one);
    assertThat(RedriveResult.NOTHING.plus(one)).isEqualTo(one);
  }

  @Test
  void namesTheFirstHundredQueuesThatAreStuck() {
    RedriveResult sum = RedriveResult.NOTHING;
    Map<QueueName, Why> first = new HashMap<>();
    for (int i = 0; i < 103; i++) {
      sum = sum.plus(new RedriveResult(0, 0, 0, Map.of(queue(i), why(i)), 0, Map.of()));
      if (i < 100) {
        first.put(queue(i), why(i));
        assertThat(sum.stuck()).isEqualTo(first);
      }
    }
    assertThat(sum.stuck()).isEqualTo(first);
  }

  @Test
  void takesDecisionsWithOneToTwoHundredFiftySixCharacters() {
    for (String good : List.of("x", "x".repeat(256), " x ")) {
      assertThat(new Decision(good, "why")).returns(good, Decision::by);
      assertThat(new Decision("ann", good)).returns(good, Decision::reason);
    }
    for (String bad : List.of("", " \t", "x".repeat(257))) {
      assertThatThrownBy(() -> new Decision(bad, "why"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("by: must have 1 to 256 characters");
      assertThatThrownBy(() -> new Decision("ann", bad))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("reason: must have 1 to 256 characters");
    }
  }

  @Test
  void takesTimesOfWhichEachComesBeforeTheNext() {
    for (int end = 0; end < 3; end++) {
      for (int stop = 0; stop < 3; stop++) {
        for (int leased = 0; leased < 3; leased++) {
          assertIsTakenIf(end <= stop && stop < leased, at(end), at(stop), at(leased));
        }
      }
    }
  }

  private static void assertIsTakenIf(boolean taken, Instant end, Instant stop, Instant leased) {
    if (taken) {
      assertThat(new RedriveTime(end, stop, leased).leasedUntil()).isEqualTo(leased);
    } else {
      assertThatThrownBy(() -> new RedriveTime(end, stop, leased))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage(
              "redrive until %s, stop at %s, leased until %s: each must come before the next",
              end, stop, leased);
    }
  }

  private static Instant at(int second) {
    return Instant.ofEpochSecond(second);
  }

  private static QueueName queue(int number) {
    return new QueueName.Lane(new LaneKey("bus", "Order#" + number));
  }

  private static Why why(int number) {
    return new Why("Bad" + number, "is bad");
  }
}
