package io.github.dynamooutbox.relay.internal.redrive;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.internal.queue.ParkingQueues;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.Appended;
import io.github.dynamooutbox.relay.park.queue.ParkedView;
import io.github.dynamooutbox.relay.park.queue.QueueEvents;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.SavedMemory;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;

/** What a page sees of the queues, and when it may end. */
class QueuesOfPageTest {
  private static final LaneKey LANE = new LaneKey("bus", "Order#1");
  private static final QueueName.Part PART = QueueName.Part.of(LANE);
  private static final QueueName.Lane OF_LANE = new QueueName.Lane(LANE);
  private static final ParkedEvent EVENT = QueueEvents.event(LANE, 1, ParkReason.BLOCKED, "");

  private final CompletableFuture<Appended> appended = new CompletableFuture<>();

  /** Everything is held. */
  private final ParkingQueues queues =
      new ParkingQueues() {
        @Override
        public CompletionStage<ParkedView> view(String scope, Collection<LaneKey> lanes) {
          return CompletableFuture.completedStage(
              new ParkedView(Set.of(PART), Set.of(LANE), SavedMemory.NONE, Map.of()));
        }

        @Override
        public CompletionStage<Appended> append(
            QueueName queue, List<ParkedEvent> events, boolean hold) {
          return appended;
        }
      };

  @Test
  void isBusyUntilWhatItMovesIsParked() {
    QueuesOfPage page = new QueuesOfPage(queues, PART);

    page.append(OF_LANE, List.of(EVENT, EVENT), true);

    assertThat(page.isIdle()).isFalse();
    assertThat(page.moved()).isZero();
    appended.complete(Appended.PARKED);
    assertThat(page.isIdle()).isTrue();
    assertThat(page.moved()).isEqualTo(2);
    assertThat(page.kept()).isEmpty();
  }

  @Test
  void itsOwnQueueHoldsNothingBack() {
    assertThat(view(PART).held()).isEmpty();
    assertThat(view(PART).closedLanes()).containsExactly(LANE);
    assertThat(view(OF_LANE).held()).containsExactly(PART);
    assertThat(view(OF_LANE).closedLanes()).isEmpty();
  }

  private ParkedView view(QueueName own) {
    return new QueuesOfPage(queues, own)
        .view("redrive", List.of(LANE))
        .toCompletableFuture()
        .join();
  }
}
