package io.github.dynamooutbox.localaws.stub.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamooutbox.localaws.SettableClock;
import io.github.dynamooutbox.localaws.stub.BatchEntry;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FaultBookTest {
  private static final EntryError THROTTLED = EntryError.throttled(Service.SNS);

  private final SettableClock clock = new SettableClock(Instant.parse("2026-11-21T10:00:00Z"));
  private final FaultBook book = new FaultBook(1, clock);

  private FaultPlan plan(Service service, String action, String... targets) {
    return book.plan(service, action, Set.of(targets));
  }

  private boolean throttled(Service service, String action, String... targets) {
    return plan(service, action, targets).requestError().isPresent();
  }

  private static BatchEntry entry(int index, String target) {
    return new BatchEntry(index, target, "key", "body " + index);
  }

  @Test
  void withoutInjectionsNothingHappens() {
    FaultPlan plan = plan(Service.SNS, "Publish", "t");

    assertThat(plan.requestError()).isEmpty();
    assertThat(plan.breaksConnection() || plan.losesAnswer()).isFalse();
    assertThat(plan.delay()).isZero();
    assertThat(plan.of(entry(0, "t"))).isEmpty();
  }

  @Test
  void theNextRequestsAreCountedByWhatTheyBefall() {
    Injection injection =
        book.inject(When.on(Service.SNS).action("Publish").next(2), Fault.throttle());

    assertThat(throttled(Service.KINESIS, "Publish")).isFalse();
    assertThat(throttled(Service.SNS, "PublishBatch")).isFalse();
    assertThat(throttled(Service.SNS, "Publish")).isTrue();
    assertThat(throttled(Service.SNS, "Publish")).isTrue();
    assertThat(throttled(Service.SNS, "Publish")).isFalse();
    assertThat(injection.fired()).isEqualTo(2);
  }

  @Test
  void aTargetLimitsRequestsAndEntries() {
    book.inject(When.on(Service.EVENTBRIDGE).target("a"), Fault.failEntries(1, THROTTLED));

    FaultPlan mixed = plan(Service.EVENTBRIDGE, "PutEvents", "a", "b");

    assertThat(mixed.of(entry(0, "a"))).contains(THROTTLED);
    assertThat(mixed.of(entry(1, "b"))).isEmpty();
    book.inject(When.on(Service.EVENTBRIDGE).target("a"), Fault.throttle());
    assertThat(throttled(Service.EVENTBRIDGE, "PutEvents", "b")).isFalse();
    assertThat(throttled(Service.EVENTBRIDGE, "PutEvents", "a", "b")).isTrue();
  }

  @Test
  void aWindowOpensAtItsStartAndEndsBeforeItsEnd() {
    Instant now = clock.instant();
    book.inject(
        When.on(Service.SNS).from(now.plusSeconds(10)).until(now.plusSeconds(20)),
        Fault.fail(503, "ServiceUnavailable"));

    assertThat(throttled(Service.SNS, "Publish")).isFalse();
    clock.advance(Duration.ofSeconds(10));
    assertThat(throttled(Service.SNS, "Publish")).isTrue();
    clock.advance(Duration.ofMillis(9_999));
    assertThat(throttled(Service.SNS, "Publish")).isTrue();
    clock.advance(Duration.ofMillis(1));
    assertThat(throttled(Service.SNS, "Publish")).isFalse();
  }

  @Test
  void chancesFollowTheSeed() {
    List<Boolean> first = draws(7);

    assertThat(draws(7)).isEqualTo(first);
    assertThat(draws(8)).isNotEqualTo(first);
    assertThat(first.stream().filter(hit -> hit).count()).isBetween(200L, 400L);
  }

  private List<Boolean> draws(long seed) {
    FaultBook seeded = new FaultBook(seed, clock);
    seeded.inject(When.on(Service.SNS).probability(0.3), Fault.throttle());
    return IntStream.range(0, 1000)
        .mapToObj(i -> seeded.plan(Service.SNS, "Publish", Set.of()).requestError().isPresent())
        .toList();
  }

  @Test
  void aFractionOfTheEntriesFails() {
    book.inject(When.on(Service.SNS), Fault.failEntries(0.25, THROTTLED));
    FaultPlan plan = plan(Service.SNS, "PublishBatch", "t");

    long failed = IntStream.range(0, 1000).filter(i -> plan.of(entry(i, "t")).isPresent()).count();

    assertThat(failed).isBetween(180L, 320L);
  }

  @Test
  void chosenEntriesFail() {
    book.inject(When.on(Service.SNS), Fault.failEntries(e -> e.body().endsWith("3"), THROTTLED));
    FaultPlan plan = plan(Service.SNS, "PublishBatch", "t");

    assertThat(IntStream.range(0, 20).filter(i -> plan.of(entry(i, "t")).isPresent()))
        .containsExactly(3, 13);
  }

  @Test
  void delaysAddUpAndTheFirstOtherFaultDecides() {
    book.inject(When.on(Service.SNS), Fault.slow(Duration.ofSeconds(1)));
    book.inject(When.on(Service.SNS), Fault.slow(Duration.ofSeconds(2)));
    book.inject(When.on(Service.SNS).next(1), Fault.loseAnswer());
    Injection last = book.inject(When.on(Service.SNS).next(1), Fault.breakConnection());

    FaultPlan first = plan(Service.SNS, "Publish");
    assertThat(first.delay()).isEqualTo(Duration.ofSeconds(3));
    assertThat(first.losesAnswer()).isTrue();
    assertThat(first.breaksConnection()).isFalse();
    assertThat(last.fired()).isZero();
    assertThat(plan(Service.SNS, "Publish").breaksConnection()).isTrue();
  }

  @Test
  void whatIsCancelledIsOver() {
    Injection one = book.inject(When.on(Service.SNS), Fault.throttle());
    book.inject(When.on(Service.KINESIS), Fault.throttle());

    one.cancel();
    one.cancel();
    assertThat(throttled(Service.SNS, "Publish")).isFalse();
    assertThat(throttled(Service.KINESIS, "PutRecords")).isTrue();
    book.clear();
    assertThat(throttled(Service.KINESIS, "PutRecords")).isFalse();
  }

  @Test
  void nonsenseIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> When.on(Service.SNS).next(0))
        .withMessage("times 0: at least 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> When.on(Service.SNS).probability(Double.NaN))
        .withMessage("probability NaN: not between 0 and 1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fault.fail(200, "OK"))
        .withMessage("status 200: not an error");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Fault.failEntries(1.5, THROTTLED))
        .withMessage("fraction 1.5: not between 0 and 1");
  }
}
