package io.github.dynamooutbox.format.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;

class CallTimeoutTest {
  private static final Duration MILLI = Duration.ofMillis(1);
  private static final Duration LESS = Duration.ofNanos(999_999);

  private static Optional<Duration> ofClient(Duration timeout) {
    ClientOverrideConfiguration override =
        ClientOverrideConfiguration.builder().apiCallTimeout(timeout).build();
    return CallTimeout.ofClient(
        () -> DynamoDbServiceClientConfiguration.builder().overrideConfiguration(override).build());
  }

  @Test
  void isAtLeastAMillisecond() {
    assertThat(CallTimeout.atLeast(LESS)).isEqualTo(MILLI);
    assertThat(CallTimeout.atLeast(Duration.ofMillis(2))).isEqualTo(Duration.ofMillis(2));
  }

  @Test
  void clientsTimeoutIsNoneWhereTheSdkTakesItForNone() {
    assertThat(ofClient(MILLI)).contains(MILLI);
    assertThat(ofClient(LESS)).isEmpty();
  }

  @Test
  void clientNeedNotSay() {
    assertThat(CallTimeout.ofClient(() -> null)).isEmpty();
    assertThat(CallTimeout.ofClient(DynamoDbServiceClientConfiguration.builder()::build)).isEmpty();
    assertThat(
            CallTimeout.ofClient(
                () -> {
                  throw new UnsupportedOperationException();
                }))
        .isEmpty();
  }

  @Test
  void theShorterApplies() {
    Duration second = Duration.ofSeconds(1);

    assertThat(CallTimeout.shortened(second, Optional.empty())).isEqualTo(second);
    assertThat(CallTimeout.shortened(second, Optional.of(MILLI))).isEqualTo(MILLI);
    assertThat(CallTimeout.shortened(MILLI, Optional.of(second))).isEqualTo(MILLI);
  }
}
