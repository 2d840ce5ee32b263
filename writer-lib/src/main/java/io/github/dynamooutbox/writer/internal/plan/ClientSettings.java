package io.github.dynamooutbox.writer.internal.plan;

import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.services.dynamodb.DynamoDbServiceClientConfiguration;

/** Reads a client's configuration. Wrappers may not expose theirs, and mocks return null. */
public final class ClientSettings {
  /** Region of records that services write in their own tests, which no relay ever sees. */
  private static final String REGION_OF_MOCKS = "mock";

  private final Supplier<@Nullable DynamoDbServiceClientConfiguration> client;

  public ClientSettings(Supplier<@Nullable DynamoDbServiceClientConfiguration> client) {
    this.client = client;
  }

  /**
   * The region of the client. If a wrapper does not expose it, that of the environment, which can
   * be empty.
   */
  public Optional<String> region() {
    DynamoDbServiceClientConfiguration configuration;
    try {
      configuration = client.get();
    } catch (UnsupportedOperationException notExposed) {
      return SdkSystemSetting.AWS_REGION.getStringValue();
    }
    return Optional.of(
        configuration == null || configuration.region() == null
            ? REGION_OF_MOCKS
            : configuration.region().id());
  }
}
