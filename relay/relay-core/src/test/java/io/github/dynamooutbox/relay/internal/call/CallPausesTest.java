package io.github.dynamooutbox.relay.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** How long calls to the control table wait before they are made again. */
class CallPausesTest {
  private static final Backoff LONGEST =
      new Backoff(Duration.ofMillis(100), Duration.ofSeconds(1), new Greatest());

  private final VirtualLoop loop = new VirtualLoop();
  private final Instant start = loop.instant();
  private final List<Long> calls = new ArrayList<>();

  @Test
  void aRequiredCallIsMadeAgainAfterLongerAndLongerPauses() {
    RequiredCalls required = new RequiredCalls(loop, LONGEST, RelayObserver.NONE);
    required.repeat("read", this::fail, nothing -> {});
    loop.runFor(Duration.ofSeconds(4));
    required.close();

    assertThat(calls).containsExactly(0L, 100L, 300L, 700L, 1_500L, 2_500L, 3_500L);
    assertThat(loop.step()).as("a closed one leaves no timer").isFalse();
  }

  @Test
  void anotherCallIsMadeThreeTimes() {
    List<String> failed = new ArrayList<>();
    new BestEffortCalls(loop, LONGEST).call(this::fail, () -> {}, failed::add);
    loop.runAll();

    assertThat(calls).containsExactly(0L, 100L, 300L);
    assertThat(failed).containsExactly("IllegalStateException");
  }

  private CompletionStage<Void> fail() {
    calls.add(Duration.between(start, loop.instant()).toMillis());
    return CompletableFuture.failedStage(new IllegalStateException("no"));
  }

  /** Each range's greatest value. */
  private static final class Greatest implements RandomGenerator {
    @Override
    public long nextLong() {
      throw new UnsupportedOperationException();
    }

    @Override
    public long nextLong(long bound) {
      return bound - 1;
    }
  }
}
