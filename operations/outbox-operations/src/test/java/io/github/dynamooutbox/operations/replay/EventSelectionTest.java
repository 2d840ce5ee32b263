package io.github.dynamooutbox.operations.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.operations.SampleRecord;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is selected for a replay: too much publishes twice, too little loses. */
class EventSelectionTest {
  private static final OutboxRecord RECORD = SampleRecord.at(7);
  private static final OutboxEvent EVENT = RECORD.events().get(0);
  private static final Instant WRITTEN = RECORD.context().writtenAt();

  private static final Optional<String> ORDER = Optional.of("Order#42");
  private static final Optional<String> TYPE = Optional.of("OrderPlaced");
  private static final Optional<String> TENANT = Optional.of("tenant-1");
  private static final Optional<String> ID = Optional.of("0193-1");
  private static final Optional<Instant> FROM = Optional.of(WRITTEN);
  private static final Optional<Instant> TO = Optional.of(WRITTEN.plusMillis(1));
  private static final Optional<String> NONE = Optional.empty();
  private static final Optional<Instant> EVER = Optional.empty();
  private static final Optional<String> OTHER = Optional.of("other");

  static Stream<EventSelection> fitting() {
    return Stream.of(
        new EventSelection(ORDER, TYPE, TENANT, ID, FROM, TO),
        new EventSelection(NONE, NONE, NONE, NONE, EVER, EVER),
        new EventSelection(ORDER, NONE, NONE, NONE, EVER, EVER),
        new EventSelection(NONE, TYPE, NONE, NONE, EVER, EVER),
        new EventSelection(NONE, NONE, TENANT, NONE, EVER, EVER),
        new EventSelection(NONE, NONE, NONE, ID, EVER, EVER),
        new EventSelection(NONE, NONE, NONE, NONE, FROM, EVER),
        new EventSelection(NONE, NONE, NONE, NONE, EVER, TO));
  }

  /** All conditions are met but one. */
  static Stream<EventSelection> others() {
    return Stream.of(
        new EventSelection(OTHER, TYPE, TENANT, ID, FROM, TO),
        new EventSelection(ORDER, OTHER, TENANT, ID, FROM, TO),
        new EventSelection(ORDER, TYPE, OTHER, ID, FROM, TO),
        new EventSelection(ORDER, TYPE, TENANT, OTHER, FROM, TO),
        new EventSelection(ORDER, TYPE, TENANT, ID, TO, TO),
        new EventSelection(ORDER, TYPE, TENANT, ID, FROM, FROM));
  }

  @ParameterizedTest
  @MethodSource("fitting")
  void includesWhatMeetsEveryCondition(EventSelection selection) {
    assertThat(selection.includes(RECORD, EVENT)).isTrue();
    assertThat(selection.includesSome(RECORD)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("others")
  void includesNothingThatMissesOne(EventSelection selection) {
    assertThat(selection.includes(RECORD, EVENT)).isFalse();
    assertThat(selection.includesSome(RECORD)).isFalse();
  }

  @Test
  void plansAddUpWhatEachTargetGets() {
    Map<String, ReplayPlan.Amount> targets =
        Map.of("bus", new ReplayPlan.Amount(1, 20), "feed", new ReplayPlan.Amount(300, 4_000));
    ReplayPlan plan = plan(5, targets);

    assertThat(plan.events()).isEqualTo(301);
    assertThat(plan.isEmpty()).isFalse();
    assertThat(plan(0, Map.of()).isEmpty()).isTrue();
    assertThat(new FailedBatchPlan(6, Map.of("bus", 1L, "feed", 20L), 7, 8, 9, 300, 4_000).events())
        .isEqualTo(4_321);
  }

  private static ReplayPlan plan(long records, Map<String, ReplayPlan.Amount> targets) {
    return new ReplayPlan(Path.of("plan"), records, targets, List.of(), 6, List.of(), 7, 8, 9);
  }
}
