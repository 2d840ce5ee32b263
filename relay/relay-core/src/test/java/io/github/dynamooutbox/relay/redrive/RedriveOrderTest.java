package io.github.dynamooutbox.relay.redrive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState.Held;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which queues an order concerns, compared with the lanes that may park events in them. */
class RedriveOrderTest {
  private static final List<String> TARGETS = List.of("bus", "feed", LaneKey.ALL_TARGETS);
  private static final List<LaneKey> LANES = lanes();
  private static final Map<QueueName, List<LaneKey>> QUEUES = queues();

  @Test
  void concernsTheQueuesInWhichALaneOfItMayParkEvents() {
    for (RedriveOrder order : orders(Set.of(ParkReason.BLOCKED))) {
      QUEUES.forEach(
          (queue, lanes) ->
              assertThat(order.concerns(queue))
                  .as("%s: %s", order, queue)
                  .isEqualTo(lanes.stream().anyMatch(lane -> isMeant(order, lane))));
    }
  }

  @Test
  void includesOfThoseTheQueuesWhoseFirstEventIsParkedForOneOfItsReasons() {
    for (ParkReason asked : EnumSet.complementOf(EnumSet.of(ParkReason.BEHIND))) {
      for (RedriveOrder order : orders(Set.of(asked))) {
        QUEUES.forEach(
            (queue, lanes) -> {
              boolean isBacklog = queue instanceof QueueName.Part;
              for (ParkReason parked : order.reasons()) {
                assertThat(order.includes(summary(queue, parked)))
                    .as("%s: %s %s", order, queue, parked)
                    .isEqualTo(
                        lanes.stream().anyMatch(lane -> isMeant(order, lane))
                            && (!isBacklog || asked == ParkReason.BLOCKED));
              }
              ParkReason other =
                  asked == ParkReason.BLOCKED ? ParkReason.REJECTED : ParkReason.BLOCKED;
              assertThat(order.includes(summary(queue, other)))
                  .as("%s: %s %s", order, queue, other)
                  .isEqualTo(
                      lanes.stream().anyMatch(lane -> isMeant(order, lane))
                          && isBacklog
                          && asked == ParkReason.BLOCKED);
            });
      }
    }
  }

  @Test
  void hasNoReasonThatIsThatOfAnotherEvent() {
    assertThatThrownBy(() -> RedriveOrder.of(Set.of(ParkReason.BLOCKED, ParkReason.BEHIND)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("reasons: BEHIND is not a reason of its own: name that of the event before it");
  }

  private static boolean isMeant(RedriveOrder order, LaneKey lane) {
    return (order.target().isEmpty() || order.target().get().equals(lane.target()))
        && (order.aggregate().isEmpty() || order.aggregate().get().equals(lane.aggregate()));
  }

  /** Of any target and of each, of any aggregate and of some. */
  private static List<RedriveOrder> orders(Set<ParkReason> reasons) {
    List<RedriveOrder> orders = new ArrayList<>();
    List<Optional<String>> targets = new ArrayList<>(List.of(Optional.empty()));
    TARGETS.forEach(target -> targets.add(Optional.of(target)));
    for (Optional<String> target : targets) {
      orders.add(new RedriveOrder(reasons, target, Optional.empty()));
      LANES.stream()
          .map(LaneKey::aggregate)
          .distinct()
          .limit(3)
          .forEach(each -> orders.add(new RedriveOrder(reasons, target, Optional.of(each))));
    }
    return orders;
  }

  /** Two lanes in each part, for each target. */
  private static List<LaneKey> lanes() {
    Map<Integer, List<String>> aggregates = new TreeMap<>();
    for (int id = 0; id < 1_000; id++) {
      String aggregate = "Order#" + id;
      List<String> ofPart =
          aggregates.computeIfAbsent(
              QueueName.partOf(new LaneKey("any", aggregate)), part -> new ArrayList<>());
      if (ofPart.size() < 2) {
        ofPart.add(aggregate);
      }
    }
    assertThat(aggregates).hasSize(QueueName.PARTS);
    List<LaneKey> lanes = new ArrayList<>();
    for (String target : TARGETS) {
      aggregates
          .values()
          .forEach(some -> some.forEach(each -> lanes.add(new LaneKey(target, each))));
    }
    return lanes;
  }

  private static Map<QueueName, List<LaneKey>> queues() {
    Map<QueueName, List<LaneKey>> queues = new LinkedHashMap<>();
    for (LaneKey lane : LANES) {
      for (QueueName queue :
          List.of(new QueueName.Lane(lane), QueueName.Part.of(lane), QueueName.Single.of(lane))) {
        queues.computeIfAbsent(queue, each -> new ArrayList<>()).add(lane);
      }
    }
    return queues;
  }

  private static QueueSummary summary(QueueName queue, ParkReason reason) {
    return new QueueSummary(queue, new Held(1), Instant.EPOCH, Instant.EPOCH, Map.of(reason, 1L));
  }
}
