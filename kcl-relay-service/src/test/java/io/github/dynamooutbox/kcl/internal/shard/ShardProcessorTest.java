package io.github.dynamooutbox.kcl.internal.shard;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.kinesis.lifecycle.events.LeaseLostInput;
import software.amazon.kinesis.lifecycle.events.ShutdownRequestedInput;

class ShardProcessorTest {
  private final List<Throwable> faults = new ArrayList<>();
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final ShardProcessor processor =
      new ShardProcessor(
          new ShardSetting(
              name -> {
                throw new AssertionError("nothing is relayed");
              },
              timer,
              timer,
              () -> true,
              Duration.ofMillis(200),
              name -> true,
              name -> {},
              name -> false,
              () -> false,
              new OpenShards(),
              faults::add));

  @AfterEach
  void stopTimer() {
    timer.shutdownNow();
  }

  @Test
  void losesALeaseWhoseShardStillWaitsForItsParent() {
    processor.leaseLost(LeaseLostInput.builder().build());

    assertThat(faults).isEmpty();
  }

  @Test
  void releasesALeaseWhoseShardStillWaitsForItsParent() {
    processor.shutdownRequested(ShutdownRequestedInput.builder().build());

    assertThat(faults).isEmpty();
  }
}
