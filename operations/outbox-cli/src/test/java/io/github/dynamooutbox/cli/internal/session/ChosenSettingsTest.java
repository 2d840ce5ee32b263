package io.github.dynamooutbox.cli.internal.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;

class ChosenSettingsTest {
  private static final ChosenSettings NOTHING_ELSE = new ChosenSettings(Map.of());

  private final Properties before = new Properties();

  @BeforeEach
  void writeProfiles(@TempDir Path directory) throws Exception {
    before.putAll(System.getProperties());
    Path config = directory.resolve("config");
    Files.writeString(
        config,
        """
        [profile prod]
        region = eu-central-1
        aws_access_key_id = AKIAPROD
        aws_secret_access_key = secret

        [profile empty]
        region = eu-west-1
        """);
    System.setProperty("aws.configFile", config.toString());
    System.setProperty("aws.sharedCredentialsFile", directory.resolve("none").toString());
    List.of("aws.accessKeyId", "aws.secretAccessKey", "aws.region", "aws.profile")
        .forEach(System::clearProperty);
  }

  @AfterEach
  void restore() {
    System.setProperties(before);
  }

  @Test
  void usesTheKeyAndTheRegionOfAProfile() {
    NOTHING_ELSE.profile("prod");

    assertThat(DefaultCredentialsProvider.builder().build().resolveCredentials().accessKeyId())
        .isEqualTo("AKIAPROD");
    assertThat(new DefaultAwsRegionProviderChain().getRegion().id()).isEqualTo("eu-central-1");
  }

  @Test
  void refusesAProfileThatOtherCredentialsWouldOverrule() {
    assertThatThrownBy(
            () -> new ChosenSettings(Map.of("AWS_ACCESS_KEY_ID", "AKIATEST")).profile("prod"))
        .hasMessageStartingWith("--profile \"prod\": AWS_ACCESS_KEY_ID is set")
        .hasMessageEndingWith("unset it, or leave --profile out");
    System.setProperty("aws.accessKeyId", "AKIATEST");
    assertThatThrownBy(() -> NOTHING_ELSE.profile("prod"))
        .hasMessageContaining("aws.accessKeyId is set");
  }

  @Test
  void refusesAProfileThatThereIsNotOrThatHasNoCredentials() {
    assertThatThrownBy(() -> NOTHING_ELSE.profile("nope"))
        .hasMessageStartingWith("--profile \"nope\": there is no such profile")
        .hasMessageEndingWith("there are: empty, prod");
    assertThatThrownBy(() -> NOTHING_ELSE.profile("empty"))
        .hasMessageStartingWith("--profile \"empty\": its credentials cannot be used");
  }

  @Test
  void refusesAnEndpointThatThatOfAServiceWouldOverrule() {
    ChosenSettings settings =
        new ChosenSettings(Map.of("AWS_ENDPOINT_URL_DYNAMODB", "http://127.0.0.1:1"));

    assertThatThrownBy(() -> settings.endpoint("http://127.0.0.1:2"))
        .hasMessageStartingWith("--endpoint \"http://127.0.0.1:2\": AWS_ENDPOINT_URL_DYNAMODB");
  }
}
