package io.github.dynamooutbox.relay.internal.progress;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final Progress progress = new Progress();

  @Test
  void nothingIsUnfinishedAtFirst() {
    assertThat(progress.firstUnfinished()).isEmpty();
    assertThat(progress.rest().finished()).isEmpty();
  }

  @Test
  void aRecordIsUnfinishedFromTheMomentItIsTracked() {
    Progress.Slot slot = track(1);

    assertThat(slot.position()).isEqualTo(position(1));
    assertThat(progress.firstUnfinished()).contains(position(1));
  }

  @Test
  void aRecordWithoutDeliveriesIsFinishedOnceThatIsKnown() {
    track(1).admitted();

    assertThat(progress.firstUnfinished()).isEmpty();
  }

  @Test
  void aRecordIsFinishedWithTheLastOfItsDeliveries() {
    Progress.Slot slot = track(1);
    slot.opened();
    slot.opened();
    slot.admitted();
    slot.finished(delivery(1, "a"));
    assertThat(progress.firstUnfinished()).contains(position(1));

    slot.finished(delivery(1, "b"));
    assertThat(progress.firstUnfinished()).isEmpty();
  }

  @Test
  void deliveriesThatAreFinishedBeforeAllAreKnownFinishNothing() {
    Progress.Slot slot = track(1);
    slot.opened();
    slot.finished(delivery(1, "a"));
    assertThat(progress.firstUnfinished()).contains(position(1));

    slot.admitted();
    assertThat(progress.firstUnfinished()).isEmpty();
  }

  @Test
  void anEarlierRecordHoldsBackLaterOnes() {
    Progress.Slot first = track(1);
    track(2).admitted();
    assertThat(progress.firstUnfinished()).contains(position(1));

    first.admitted();
    assertThat(progress.firstUnfinished()).isEmpty();
  }

  @Test
  void whatIsFinishedAtOrBehindTheFirstUnfinishedIsAhead() {
    Progress.Slot done = track(1);
    done.opened();
    done.finished(delivery(1, "a"));
    done.admitted();
    Progress.Slot half = track(2);
    half.opened();
    half.opened();
    half.admitted();
    half.finished(delivery(2, "a"));
    Progress.Slot behind = track(3);
    behind.finishedBefore(delivery(3, "a"));
    behind.admitted();

    assertThat(progress.rest().finished()).containsExactly(delivery(2, "a"), delivery(3, "a"));
    assertThat(progress.firstUnfinished()).contains(position(2));
  }

  @Test
  void whatIsNewlyAheadIsWhatThisRunFinishedSinceItWasAskedLast() {
    Progress.Slot stuck = track(1);
    stuck.opened();
    stuck.opened();
    stuck.finished(delivery(1, "a"));
    stuck.finishedBefore(delivery(1, "earlier"));
    Progress.Slot behind = track(2);
    behind.finishedBefore(delivery(2, "earlier"));
    behind.opened();
    behind.finished(delivery(2, "a"));

    assertThat(progress.newlyAhead()).containsExactly(delivery(1, "a"), delivery(2, "a"));
    assertThat(progress.newlyAhead()).isEmpty();

    stuck.finishedBefore(delivery(1, "much earlier"));
    behind.opened();
    behind.finished(delivery(2, "b"));
    assertThat(progress.newlyAhead()).containsExactly(delivery(2, "b"));
    assertThat(progress.rest().finished()).hasSize(6);
  }

  @Test
  void theRestKeepsWhatIsFinishedAfterItWasTaken() {
    Progress.Slot first = track(1);
    first.opened();
    first.admitted();
    Progress.Slot stuck = track(2);
    stuck.opened();
    stuck.admitted();
    Progress.Rest rest = progress.rest();
    assertThat(rest.from()).contains(position(1));
    assertThat(rest.finished()).isEmpty();

    first.finished(delivery(1, "a"));

    assertThat(progress.firstUnfinished()).contains(position(2));
    assertThat(rest.news()).containsExactly(delivery(1, "a"));
    assertThat(rest.news()).isEmpty();
    assertThat(rest.finished()).containsExactly(delivery(1, "a"));
  }

  @Test
  void aDeliveryThatWasFinishedByAnEarlierRunNeedsNothing() {
    Progress.Slot slot = track(1);
    slot.finishedBefore(delivery(1, "a"));
    slot.admitted();

    assertThat(progress.firstUnfinished()).isEmpty();
  }

  @Test
  void aDeliveryThatIsDissolvedIsNeitherOpenNorFinished() {
    Progress.Slot slot = track(1);
    slot.opened();
    slot.opened();
    slot.admitted();
    slot.dissolved();
    assertThat(progress.firstUnfinished()).contains(position(1));
    assertThat(progress.rest().finished()).isEmpty();

    slot.dissolved();
    assertThat(progress.firstUnfinished()).isEmpty();
  }

  @Test
  void aRecordThatIsNotAfterTheLastOneIsTrackedAlready() {
    track(5).admitted();

    assertThat(progress.track(position(5), Optional.empty())).isEmpty();
    assertThat(progress.track(position(4), Optional.empty())).isEmpty();
    assertThat(progress.track(position(6), Optional.empty())).isPresent();
  }

  private Progress.Slot track(long position) {
    return progress.track(position(position), Optional.empty()).orElseThrow();
  }

  private static StreamPosition position(long position) {
    return new StreamPosition(Long.toString(position));
  }

  private static FinishedDelivery delivery(long position, String target) {
    return new FinishedDelivery(position(position), new RecordKey("p", "s"), 0, target);
  }
}
