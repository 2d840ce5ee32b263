package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ReceiptPartitionsTest {
  private static final Instant HOUR = Instant.parse("2026-11-21T23:00:00Z");

  private final ReceiptPartitions partitions = new ReceiptPartitions(new Keys("orders"));

  @Test
  void rangeHasThePartitionsOfTheHoursThatItTouches() {
    assertThat(partitions.between(HOUR.plusMillis(1), HOUR.plusSeconds(3600)))
        .containsExactlyElementsOf(ofHour("2026112123"));
    assertThat(partitions.between(HOUR.minusMillis(1), HOUR.plusMillis(1)))
        .containsExactly(
            "orders#RECEIPT#2026112122#0",
            "orders#RECEIPT#2026112122#1",
            "orders#RECEIPT#2026112122#2",
            "orders#RECEIPT#2026112122#3",
            "orders#RECEIPT#2026112123#0",
            "orders#RECEIPT#2026112123#1",
            "orders#RECEIPT#2026112123#2",
            "orders#RECEIPT#2026112123#3");
    assertThat(partitions.between(HOUR, HOUR)).isEmpty();
  }

  @Test
  void receiptIsInOneOfItsHoursPartitionsAndAllAreUsed() {
    Set<String> used = new HashSet<>();
    Random random = new Random(1);
    for (int i = 0; i < 100; i++) {
      byte[] content = new byte[8];
      random.nextBytes(content);
      used.add(partitions.of(HOUR.plus(Duration.ofMinutes(random.nextInt(60))), content));
    }
    assertThat(used).containsExactlyInAnyOrderElementsOf(ofHour("2026112123"));
  }

  private static List<String> ofHour(String hour) {
    return List.of(0, 1, 2, 3).stream().map(part -> "orders#RECEIPT#" + hour + '#' + part).toList();
  }
}
