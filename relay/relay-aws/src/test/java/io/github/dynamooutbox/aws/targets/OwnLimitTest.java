package io.github.dynamooutbox.aws.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;

class OwnLimitTest {
  private Instant now = Instant.EPOCH;
  private final Deque<OwnLimit.Setting> readings = new ArrayDeque<>();
  private final OwnLimit limit =
      new OwnLimit(
          "news", 256, "sns:GetTopicAttributes", () -> readings.removeFirst().read(), () -> now);

  @Test
  void nothingIsReadForWhatEveryTopicTakes() throws InterruptedException {
    assertThat(limit.forEntry(256)).isEqualTo(256);
  }

  @Test
  void aSettingIsReadOnceInTenMinutes() throws InterruptedException {
    readings.addAll(List.of(() -> 256, () -> 1024));
    assertThat(limit.forEntry(257)).isEqualTo(256);
    now = now.plusSeconds(599);
    assertThat(limit.forEntry(257)).isEqualTo(256);
    now = now.plusSeconds(1);
    assertThat(limit.forEntry(257)).isEqualTo(1024);
    assertThat(limit.forEntry(2000)).isEqualTo(1024);
  }

  @Test
  void whereItCannotBeReadTheServiceDecides() throws InterruptedException {
    readings.add(
        () -> {
          throw SdkClientException.create("no route");
        });
    assertThat(limit.forEntry(257)).isEqualTo(Long.MAX_VALUE);
    assertThat(limit.forEntry(257)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void thatHoldsForOtherFailuresThanThoseOfTheSdk() throws InterruptedException {
    readings.add(
        () -> {
          throw new java.io.IOException("no broker");
        });
    assertThat(limit.forEntry(257)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aCallThatWasCancelledLeavesTheReadingToTheNext() throws InterruptedException {
    readings.add(
        () -> {
          throw AbortedException.create("cancelled");
        });
    readings.add(() -> 1024);
    assertThatExceptionOfType(AbortedException.class)
        .isThrownBy(() -> limit.forEntry(257))
        .withMessage("cancelled");
    assertThat(limit.forEntry(257)).isEqualTo(1024);
  }

  @Test
  void whileOneReadsAgainOthersGoByWhatWasReadBefore() throws InterruptedException {
    readings.add(() -> 512);
    limit.forEntry(257);
    now = now.plusSeconds(600);
    AtomicLong another = new AtomicLong();
    readings.add(
        () -> {
          another.set(onAnotherThread());
          return 1024;
        });
    assertThat(limit.forEntry(257)).isEqualTo(1024);
    assertThat(another).hasValue(512);
  }

  private long onAnotherThread() {
    return CompletableFuture.supplyAsync(
            () -> {
              try {
                return limit.forEntry(257);
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
            })
        .orTimeout(30, TimeUnit.SECONDS)
        .join();
  }
}
