package io.github.dynamooutbox.cli.internal.session;

import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.profiles.Profile;
import software.amazon.awssdk.profiles.ProfileFile;

/**
 * Makes AWS clients use what was chosen on the command line, or fails: nobody may act with other
 * credentials, or elsewhere, than they have said.
 *
 * @param environment usually {@link System#getenv()}
 */
record ChosenSettings(Map<String, String> environment) {
  /** What the SDK takes credentials from before it looks at a profile. */
  private static final List<String> BEFORE_PROFILES =
      List.of("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_WEB_IDENTITY_TOKEN_FILE");

  private static final List<String> PROPERTIES_BEFORE_PROFILES =
      List.of("aws.accessKeyId", "aws.secretAccessKey", "aws.webIdentityTokenFile");

  /** Where the SDK takes an endpoint from before it looks at the one for all services. */
  private static final String OF_A_SERVICE = "AWS_ENDPOINT_URL_";

  /**
   * A profile that has credentials, with its region if it has one.
   *
   * @throws OperatorException if there is no such profile, or others' credentials would be used
   */
  void profile(String name) {
    String option = "--profile \"%s\": ".formatted(name);
    BEFORE_PROFILES.stream()
        .filter(variable -> !environment.getOrDefault(variable, "").isBlank())
        .findFirst()
        .or(
            () ->
                PROPERTIES_BEFORE_PROFILES.stream()
                    .filter(property -> System.getProperty(property) != null)
                    .findFirst())
        .ifPresent(
            stronger -> {
              throw wrong(
                  option
                      + stronger
                      + " is set, and AWS clients take credentials from there before they look at a"
                      + " profile: unset it, or leave --profile out");
            });
    Profile profile = find(name, option);
    System.setProperty("aws.profile", name);
    profile.property("region").ifPresent(region -> System.setProperty("aws.region", region));
    try {
      ProfileCredentialsProvider.create(name).resolveCredentials();
    } catch (SdkException | IllegalStateException e) {
      throw wrong(option + "its credentials cannot be used: " + e.getMessage());
    }
  }

  private static Profile find(String name, String option) {
    ProfileFile files;
    try {
      files = ProfileFile.defaultProfileFile();
    } catch (IllegalArgumentException | SdkException e) {
      throw wrong(option + "the files with profiles cannot be read: " + e.getMessage());
    }
    return Optional.ofNullable(files.profiles().get(name))
        .orElseThrow(
            () ->
                wrong(
                    "%sthere is no such profile in ~/.aws/config or ~/.aws/credentials; there are: %s"
                        .formatted(
                            option, String.join(", ", new TreeSet<>(files.profiles().keySet())))));
  }

  /**
   * An endpoint for all services.
   *
   * @throws OperatorException if that of a service would be used instead
   */
  void endpoint(String url) {
    environment.keySet().stream()
        .filter(variable -> variable.startsWith(OF_A_SERVICE))
        .sorted()
        .findFirst()
        .ifPresent(
            stronger -> {
              throw wrong(
                  "--endpoint \"%s\": %s is set, and AWS clients use that instead: unset it, or leave --endpoint out"
                      .formatted(url, stronger));
            });
    System.setProperty("aws.endpointUrl", url);
  }

  private static OperatorException wrong(String message) {
    return new OperatorException(Kind.INPUT, message);
  }
}
