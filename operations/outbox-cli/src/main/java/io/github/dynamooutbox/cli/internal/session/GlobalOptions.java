package io.github.dynamooutbox.cli.internal.session;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.config.RelayConfigSource;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/** Options that every command has. */
public final class GlobalOptions {
  private static final String ENDPOINT = "AWS_ENDPOINT_URL";

  @Option(
      names = "--config",
      scope = ScopeType.INHERIT,
      paramLabel = "FILE",
      description =
          "File with the relay's configuration (JSON). Default: as for the relay, from"
              + " OUTBOX_CONFIG, OUTBOX_CONFIG_FILE or OUTBOX_CONFIG_SSM_PARAMETER.")
  private Optional<String> file = Optional.empty();

  @Option(
      names = "--endpoint",
      scope = ScopeType.INHERIT,
      paramLabel = "URL",
      description = "Endpoint of all AWS services, for example of a local system.")
  private Optional<String> endpoint = Optional.empty();

  @Option(
      names = "--profile",
      scope = ScopeType.INHERIT,
      paramLabel = "NAME",
      description = "Profile with credentials and region; an error where it has no effect.")
  private Optional<String> profile = Optional.empty();

  @Option(
      names = "--region",
      scope = ScopeType.INHERIT,
      paramLabel = "NAME",
      description = "AWS region.")
  private Optional<String> region = Optional.empty();

  @Option(
      names = "--json",
      scope = ScopeType.INHERIT,
      description = "Writes one JSON document instead of text.")
  private boolean json;

  public boolean json() {
    return json;
  }

  /**
   * Reads the configuration. Clients built from now on take region, credentials and endpoint from
   * these options; what is not set comes from the environment.
   *
   * @throws io.github.dynamooutbox.aws.config.ConfigException if there is no document or it has
   *     errors
   * @throws io.github.dynamooutbox.operations.operate.OperatorException if an option would not take
   *     effect
   */
  RelayConfig config(Map<String, String> environment) {
    Map<String, String> sources = new HashMap<>(environment);
    ChosenSettings chosen = new ChosenSettings(environment);
    profile.ifPresent(chosen::profile);
    region.ifPresent(name -> System.setProperty("aws.region", name));
    endpoint.ifPresent(
        url -> {
          checkEndpoint(url);
          chosen.endpoint(url);
          sources.put(ENDPOINT, url);
        });
    return file.map(path -> RelayConfigSource.fromFile("--config", path))
        .orElseGet(() -> RelayConfigSource.fromEnvironment(sources));
  }

  private static void checkEndpoint(String url) {
    try {
      String scheme = String.valueOf(URI.create(url).getScheme());
      if (scheme.equals("http") || scheme.equals("https")) {
        return;
      }
    } catch (IllegalArgumentException notAnUri) {
      // Reported below.
    }
    throw new TypeConversionException(
        "--endpoint \"%s\": must be a URL such as http://127.0.0.1:4566".formatted(url));
  }
}
