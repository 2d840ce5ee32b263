package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.relay.route.LaneKey;
import org.junit.jupiter.api.Test;

class KeysTest {
  private final Keys keys = new Keys("orders");

  @Test
  void namesWithTheSeparatorAreToldApart() {
    assertThat(keys.lanePartition(new LaneKey("a#b", "Order#1")))
        .isNotEqualTo(keys.lanePartition(new LaneKey("a", "b#Order#1")));
    assertThat(keys.lanePartition(new LaneKey("a#b", "c")))
        .isNotEqualTo(keys.lanePartition(new LaneKey("a%23b", "c")));
    assertThat(new Keys("a#CLOSED").closedPartition())
        .isNotEqualTo(new Keys("a").closedPartition() + "#CLOSED");
  }

  @Test
  void noteOfAClosedLaneNamesItsState() {
    for (String aggregate : new String[] {"Order#1", "Order#" + "x".repeat(2000)}) {
      LaneKey lane = new LaneKey("bus", aggregate);
      assertThat(keys.lane(Keys.laneNameOf(Keys.closedSort(lane)))).isEqualTo(keys.lane(lane));
    }
  }

  @Test
  void keysFitWhateverTheirPartsAre() {
    Keys longest = new Keys("s".repeat(512));
    for (int length = 900; length < 2048; length++) {
      LaneKey lane = new LaneKey("t".repeat(20), "x".repeat(length));
      assertThat(RecordSize.utf8Length(longest.lanePartition(lane)))
          .isLessThanOrEqualTo(FormatLimits.MAX_PARTITION_KEY_BYTES);
      assertThat(RecordSize.utf8Length(Keys.closedSort(lane)))
          .isLessThanOrEqualTo(FormatLimits.MAX_SORT_KEY_BYTES);
    }
  }

  @Test
  void streamNeedsANameThatFits() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Keys(""));
    assertThatIllegalArgumentException().isThrownBy(() -> new Keys("s".repeat(513)));
  }
}
