package io.github.dynamooutbox.kcl.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.internal.WorkerTelemetry.WorkerLog;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class WorkerLogTest {
  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1);
  private final WorkerLog log = new WorkerLog(now::get);

  @Test
  void aFaultThatLastsIsLoggedOnceAMinute() {
    assertThat(log.isNews("bus Throttled")).isTrue();
    assertThat(log.isNews("bus Throttled")).isFalse();
    now.addAndGet(Duration.ofSeconds(60).toNanos());
    assertThat(log.isNews("bus Throttled")).isFalse();
    now.incrementAndGet();
    assertThat(log.isNews("bus Throttled")).isTrue();
  }

  @Test
  void anotherFaultIsLoggedAtOnce() {
    assertThat(log.isNews("bus Throttled")).isTrue();
    assertThat(log.isNews("audit Throttled")).isTrue();
  }
}
