package io.github.dynamooutbox.aws.internal.target;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;

class OwnLimitTest {
  private Instant now = Instant.EPOCH;
  private final Deque<LongSupplier> readings = new ArrayDeque<>();
  private final OwnLimit limit =
      new OwnLimit("news", 256, () -> readings.removeFirst().getAsLong(), () -> now);

  @Test
  void nothingIsReadForWhatEveryTopicTakes() {
    assertThat(limit.forEntry(256)).isEqualTo(256);
  }

  @Test
  void aSettingIsReadOnceInTenMinutes() {
    readings.addAll(List.of(() -> 256, () -> 1024));
    assertThat(limit.forEntry(257)).isEqualTo(256);
    now = now.plusSeconds(599);
    assertThat(limit.forEntry(257)).isEqualTo(256);
    now = now.plusSeconds(1);
    assertThat(limit.forEntry(257)).isEqualTo(1024);
    assertThat(limit.forEntry(2000)).isEqualTo(1024);
  }

  @Test
  void whereItCannotBeReadTheServiceDecides() {
    readings.add(
        () -> {
          throw SdkClientException.create("no route");
        });
    assertThat(limit.forEntry(257)).isEqualTo(Long.MAX_VALUE);
  }
}
