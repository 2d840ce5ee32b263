package io.github.dynamooutbox.relay.internal.lane;

import static io.github.dynamooutbox.relay.internal.lane.LaneFixtures.delivery;
import static io.github.dynamooutbox.relay.internal.lane.LaneFixtures.lane;
import static io.github.dynamooutbox.relay.internal.lane.LaneFixtures.position;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaneQueuesTest {
  private final LaneQueues queues = new LaneQueues();

  @Test
  void theFirstOfALaneHasItsTurnAtOnceAndEachNextAfterIt() {
    Delivery first = delivery("a", 1);
    Delivery second = delivery("a", 2);

    assertThat(queues.add(first)).isTrue();
    assertThat(queues.add(second)).isFalse();
    assertThat(queues.add(delivery("b", 3))).isTrue();
    assertThat(queues.advance(lane("a"))).isSameAs(second);
    assertThat(queues.advance(lane("a"))).isNull();
    assertThat(queues.add(delivery("a", 4))).as("an empty lane begins anew").isTrue();
  }

  @Test
  void aLaneThatIsNotThereCannotAdvance() {
    assertThat(queues.advance(lane("a"))).isNull();
    assertThat(queues.drop(lane("a"))).isZero();
  }

  @Test
  void aLaneIsDroppedWhole() {
    queues.add(delivery("a", 1));
    queues.add(delivery("a", 2));

    assertThat(queues.drop(lane("a"))).isEqualTo(2);
    assertThat(queues.drop(lane("a"))).isZero();
  }

  @Test
  void aLaneIsCutAtTheFirstDeliveryAtOrBehindTheLimitButKeepsItsHead() {
    Map<LaneKey, Integer> cut = new LinkedHashMap<>();
    queues.add(delivery("a", 5));
    queues.add(delivery("a", 2));
    queues.add(delivery("a", 3));
    queues.add(delivery("a", 1));
    queues.add(delivery("b", 1));
    queues.add(delivery("b", 2));

    queues.cutAt(position(3), cut::put);

    assertThat(cut).as("with all that stands behind it").containsExactly(Map.entry(lane("a"), 2));
    assertThat(queues.drop(lane("a"))).isEqualTo(2);
    assertThat(queues.drop(lane("b"))).isEqualTo(2);
  }
}
