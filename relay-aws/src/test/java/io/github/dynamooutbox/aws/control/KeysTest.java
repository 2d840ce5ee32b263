package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import org.junit.jupiter.api.Test;

class KeysTest {
  private final QueueKeys keys = new QueueKeys(new Keys("orders"));

  @Test
  void namesWithTheSeparatorAreToldApart() {
    assertThat(lane("a#b", "Order#1")).isNotEqualTo(lane("a", "b#Order#1"));
    assertThat(lane("a#b", "c")).isNotEqualTo(lane("a%23b", "c"));
    assertThat(new QueueKeys(new Keys("a#Q")).statePartition(1))
        .isNotEqualTo(new QueueKeys(new Keys("a")).statePartition(1));
  }

  @Test
  void keysFitWhateverTheirPartsAre() {
    QueueKeys longest = new QueueKeys(new Keys("s".repeat(512)));
    for (int length = 900; length < 2048; length++) {
      LaneKey lane = new LaneKey("t".repeat(20), "x".repeat(length));
      assertThat(RecordSize.utf8Length(longest.segmentPartition(new QueueName.Lane(lane))))
          .isLessThanOrEqualTo(FormatLimits.MAX_PARTITION_KEY_BYTES);
      assertThat(RecordSize.utf8Length(QueueKeys.laneStateSort(lane)))
          .isLessThanOrEqualTo(FormatLimits.MAX_SORT_KEY_BYTES);
    }
  }

  @Test
  void streamNeedsANameThatFits() {
    assertThatIllegalArgumentException().isThrownBy(() -> new Keys(""));
    assertThatIllegalArgumentException().isThrownBy(() -> new Keys("s".repeat(513)));
  }

  private String lane(String target, String aggregate) {
    return keys.segmentPartition(new QueueName.Lane(new LaneKey(target, aggregate)));
  }
}
