package io.github.dynamooutbox.writer;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;

/** What a client says about itself. Wrappers need not say anything, and mocks say null. */
final class ClientSettings {
  /** A service's own tests write records, too, which no relay ever sees. */
  private static final String REGION_OF_MOCKS = "mock";

  private final Supplier<@Nullable DynamoDbServiceClientConfiguration> client;

  ClientSettings(Supplier<@Nullable DynamoDbServiceClientConfiguration> client) {
    this.client = client;
  }

  /** Empty where neither a client that wraps another nor the environment says. */
  Optional<String> region() {
    DynamoDbServiceClientConfiguration configuration;
    try {
      configuration = client.get();
    } catch (UnsupportedOperationException doesNotSay) {
      return SdkSystemSetting.AWS_REGION.getStringValue();
    }
    return Optional.of(
        configuration == null || configuration.region() == null
            ? REGION_OF_MOCKS
            : configuration.region().id());
  }

  /** The client's own limit for a call, if that is shorter. */
  Duration shortened(Duration timeout) {
    try {
      DynamoDbServiceClientConfiguration configuration = client.get();
      return configuration == null || configuration.overrideConfiguration() == null
          ? timeout
          : configuration
              .overrideConfiguration()
              .apiCallTimeout()
              .filter(limit -> limit.compareTo(timeout) < 0)
              .orElse(timeout);
    } catch (UnsupportedOperationException doesNotSay) {
      return timeout;
    }
  }
}
