package io.github.dynamooutbox.aws.config;

import io.github.dynamooutbox.aws.targets.StoredParameter;
import java.io.IOException;
import java.util.Map;

/** Reads the document from a parameter of AWS Systems Manager, once at start. */
final class ParameterStore {
  private static final int ATTEMPTS = 5;

  private final Map<String, String> environment;

  /**
   * @param environment may set another endpoint, as for every SDK client
   */
  public ParameterStore(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * The parameter's value.
   *
   * @throws ConfigException if it cannot be read, after a few attempts if a retry may help
   */
  public String read(String name) {
    try {
      return new StoredParameter(name).read(environment, ATTEMPTS);
    } catch (IOException | RuntimeException e) {
      throw unreadable(name, String.valueOf(e.getMessage()), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreadable(name, "interrupted", e);
    }
  }

  private static ConfigException unreadable(String name, String why, Throwable cause) {
    return new ConfigException(
        "environment: OUTBOX_CONFIG_SSM_PARAMETER: \"%s\" cannot be read: %s; check that it exists in this region and account, and that ssm:GetParameter is allowed"
            .formatted(name, why),
        cause);
  }
}
