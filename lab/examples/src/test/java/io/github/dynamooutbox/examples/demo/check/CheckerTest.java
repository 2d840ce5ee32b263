package io.github.dynamooutbox.examples.demo.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.examples.demo.check.Checker.Findings;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckerTest {
  private static final List<String> IN_ORDER = List.of("a1", "b1", "a2", "a3", "b2");

  // The log's order is that of the threads that wrote it: the sequence counts.
  private final Checker checker =
      new Checker(
          List.of(
              record("Order#a", 2, "a2", "a3"),
              record("Order#b", 1, "b1"),
              record("Order#a", 1, "a1"),
              record("Order#b", 2, "b2")));

  @Test
  void whatCameOutAsCommittedIsSound() {
    Findings findings = checker.check("bus", IN_ORDER, IN_ORDER);

    assertThat(findings).isEqualTo(new Findings("bus", 0, 0, 0, 0, List.of()));
    assertThat(findings.isSound()).isTrue();
  }

  @Test
  void aggregatesMayComeInAnyOrderAmongEachOther() {
    List<String> other = List.of("b1", "b2", "a1", "a2", "a3");

    assertThat(checker.check("bus", other, other).isSound()).isTrue();
  }

  @Test
  void consumersMayGetEventsInAnyOrder() {
    List<String> shuffled = List.of("b2", "a3", "a1", "b1", "a2");

    assertThat(checker.check("bus", IN_ORDER, shuffled).isSound()).isTrue();
  }

  @Test
  void anEventThatTheTargetDidNotTakeIsLost() {
    List<String> without = List.of("a1", "b1", "a3", "b2");

    Findings findings = checker.check("bus", without, without);

    assertThat(findings.lost()).isEqualTo(1);
    assertThat(findings.outOfOrder()).isZero();
    assertThat(findings.examples()).containsExactly("lost: a2");
    assertThat(findings.isSound()).isFalse();
  }

  @Test
  void anEventThatTheTargetTookAndDidNotDeliverIsLost() {
    assertThat(checker.check("bus", IN_ORDER, List.of("a1", "b1", "a2", "a3")).lost()).isEqualTo(1);
  }

  @Test
  void everythingIsLostWhereNothingCame() {
    assertThat(checker.check("bus", List.of(), List.of()).lost()).isEqualTo(5);
  }

  @Test
  void eventsOfOneCommitThatChangedPlacesAreOutOfOrder() {
    List<String> swapped = List.of("a1", "b1", "a3", "a2", "b2");

    Findings findings = checker.check("bus", swapped, swapped);

    assertThat(findings.outOfOrder()).isEqualTo(1);
    assertThat(findings.examples()).containsExactly("out of order: a3 of Order#a");
    assertThat(findings.isSound()).isFalse();
  }

  @Test
  void eventsOfTwoCommitsThatChangedPlacesAreOutOfOrder() {
    List<String> swapped = List.of("a2", "a3", "a1", "b1", "b2");

    // Both events of the later commit came before the earlier one's.
    assertThat(checker.check("bus", swapped, swapped).outOfOrder()).isEqualTo(2);
  }

  @Test
  void repeatedDeliveriesAreDuplicatesAndSound() {
    List<String> repeated = List.of("a1", "b1", "a1", "a2", "a3", "b2", "a1");

    Findings findings = checker.check("bus", repeated, repeated);

    assertThat(findings.duplicates()).isEqualTo(2);
    assertThat(findings.outOfOrder()).isZero();
    assertThat(findings.isSound()).isTrue();
  }

  @Test
  void theFirstOfRepeatedEventsDecidesOnTheOrder() {
    List<String> early = List.of("a3", "a1", "a2", "a3", "b1", "b2");

    assertThat(checker.check("bus", early, early).outOfOrder()).isEqualTo(1);
  }

  @Test
  void anEventThatNobodyCommittedIsInvented() {
    Findings findings = checker.check("bus", List.of("a1", "x", "b1", "a2", "a3", "b2"), IN_ORDER);

    assertThat(findings.invented()).isEqualTo(1);
    assertThat(findings.examples()).containsExactly("invented: x");
    assertThat(findings.isSound()).isFalse();
  }

  private static CommittedRecord record(String aggregate, long sequence, String... eventIds) {
    return new CommittedRecord(aggregate, sequence, List.of(eventIds), Instant.EPOCH);
  }
}
