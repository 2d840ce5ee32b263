package io.github.dynamooutbox.format.sdk;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkServiceClientConfiguration;

/** Timeouts of the SDK's calls. The SDK takes one of less than a millisecond for no limit. */
public final class CallTimeout {
  private static final Duration LEAST = Duration.ofMillis(1);

  private CallTimeout() {}

  /** The timeout as the SDK keeps it: at least a millisecond. */
  public static Duration atLeast(Duration timeout) {
    return Collections.max(List.of(timeout, LEAST));
  }

  /**
   * A client's own timeout of a call, which remains in effect if it is shorter than ours; empty if
   * the SDK takes it for no limit. Wrappers need not expose their configuration, and mocks return
   * null.
   */
  public static Optional<Duration> ofClient(
      Supplier<? extends @Nullable SdkServiceClientConfiguration> client) {
    try {
      SdkServiceClientConfiguration configuration = client.get();
      return configuration == null || configuration.overrideConfiguration() == null
          ? Optional.empty()
          : configuration
              .overrideConfiguration()
              .apiCallTimeout()
              .filter(limit -> limit.compareTo(LEAST) >= 0);
    } catch (UnsupportedOperationException notExposed) {
      return Optional.empty();
    }
  }

  /** The timeout, or the client's own if that is shorter. */
  public static Duration shortened(Duration timeout, Optional<Duration> ofClient) {
    return ofClient.map(limit -> Collections.min(List.of(limit, timeout))).orElse(timeout);
  }
}
