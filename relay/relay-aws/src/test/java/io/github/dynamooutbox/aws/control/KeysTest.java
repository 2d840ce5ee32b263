package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

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
  void marksFitWhateverTheIdIsAndOnlyALongIdIsHashed() {
    int most = FormatLimits.MAX_PARTITION_KEY_BYTES - "orders#OUT#".length();
    assertThat(keys.wayOutPartition("e".repeat(most))).isEqualTo("orders#OUT#" + "e".repeat(most));
    for (String id : List.of("e".repeat(most + 1), "\u00e4".repeat(most), "e".repeat(300_000))) {
      assertThat(keys.wayOutPartition(id))
          .startsWith("orders#OUT~")
          .hasSize("orders#OUT~".length() + 64)
          .isEqualTo(keys.wayOutPartition(id))
          .isNotEqualTo(keys.wayOutPartition(id + "e"));
    }
  }

  @Test
  void streamNeedsANameThatFits() {
    for (String name : List.of("", "s".repeat(513), "ü".repeat(257))) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> new Keys(name))
          .withMessage("stream name \"%s\": must have 1 to 512 bytes", name);
    }
  }

  @Test
  void aLaneKeepsItsNameWhereThatFits() {
    LaneKey longest = new LaneKey("t", "x".repeat(958));
    assertThat(Keys.laneName(longest)).isEqualTo("t#" + longest.aggregate());
    assertThat(Keys.laneName(new LaneKey("t", "x".repeat(959)))).hasSize(64).doesNotContain("#");
  }

  @Test
  void whatIsInAKeyIsReadFromItAgain() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      String target = name(random);
      int part = random.nextInt(QueueName.PARTS);
      Segment segment =
          new Segment(
              new QueueName.Part(target, part),
              random.nextLong() >>> 1,
              Integer.toHexString(random.nextInt()),
              random.nextInt(1_000_000),
              List.of());
      String sort = sort(keys.segment(segment));
      WayOut mark = mark(target, random);

      assertThat(Keys.unescaped(Keys.escaped(target))).as("seed %d", seed).isEqualTo(target);
      assertThat(QueueKeys.partOf(QueueKeys.flag(target, part)))
          .as("seed %d", seed)
          .isEqualTo(segment.queue());
      assertThat(QueueKeys.numberOf(sort)).as(sort).isEqualTo(segment.number());
      assertThat(QueueKeys.appendOf(sort)).as(sort).isEqualTo(segment.append());
      assertThat(QueueKeys.indexOf(sort)).as(sort).isEqualTo(segment.index());
      assertThat(QueueKeys.targetOfWayOut(sort(keys.wayOut(mark))))
          .as("seed %d", seed)
          .isEqualTo(target);
    }
  }

  @Test
  void timeOfAReceiptIsReadFromItsKey() {
    Instant at = Instant.ofEpochMilli(1795000000123L);
    assertThat(Keys.receiptTime(Keys.receipt(at, new byte[] {1}))).isEqualTo(at);
  }

  @Test
  void segmentsSortByNumberThenAppendThenIndex() {
    QueueName queue = new QueueName.Part("bus", 3);
    assertThat(
            List.of(
                QueueKeys.firstSegment(),
                sort(keys.segment(queue, 0, "aa", 0)),
                sort(keys.segment(queue, 9, "aa", 9)),
                sort(keys.segment(queue, 9, "aa", 10)),
                sort(keys.segment(queue, 9, "ff", 0)),
                QueueKeys.lastSegment(9),
                sort(keys.segment(queue, 10, "00", 0)),
                sort(keys.segment(queue, Long.MAX_VALUE, "ff", 0)),
                QueueKeys.lastSegment()))
        .isSorted()
        .doesNotContain("") // which DynamoDB refuses in a key
        .doesNotHaveDuplicates();
  }

  private static WayOut mark(String target, Random random) {
    Optional<WayOut.Origin> origin =
        random.nextBoolean()
            ? Optional.of(new WayOut.Origin(new RecordKey("p", "s"), random.nextInt()))
            : Optional.empty();
    return new WayOut("e", origin, target, Optional.empty(), "ann", "why", Instant.EPOCH);
  }

  /** Of the characters that keys are made of. */
  private static String name(Random random) {
    StringBuilder name = new StringBuilder();
    for (int i = random.nextInt(8); i >= 0; i--) {
      name.append("#%235a~".charAt(random.nextInt(7)));
    }
    return name.toString();
  }

  private static String sort(Map<String, AttributeValue> key) {
    return key.get("SK").s();
  }

  private String lane(String target, String aggregate) {
    return keys.segmentPartition(new QueueName.Lane(new LaneKey(target, aggregate)));
  }
}
