package io.github.dynamooutbox.cli.internal.dev;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.config.RelayConfig;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalEndpointsTest {
  private static final String HERE = "http://127.0.0.1:8000";
  private static final RelayConfig CONFIG =
      RelayConfig.parse(
          """
          {"table": {"name": "orders"},
           "targets": {"queue": {"type": "sqs", "queueName": "orders"},
                       "bus": {"type": "eventbridge", "busName": "orders"}},
           "routes": [{"to": ["queue", "bus"]}]}
          """);

  private static LocalEndpoints set(Map<String, String> environment) {
    return new LocalEndpoints(environment, Optional.empty());
  }

  @Test
  void oneEndpointOrOneForEachServiceOnThisMachineIsFine() {
    assertThat(new LocalEndpoints(Map.of(), Optional.of("http://localhost:4566")).problems(CONFIG))
        .isEmpty();
    assertThat(set(Map.of("AWS_ENDPOINT_URL", "http://[::1]:4566")).problems(CONFIG)).isEmpty();
    LocalEndpoints each =
        set(
            Map.of(
                "AWS_ENDPOINT_URL_DYNAMODB", HERE,
                "AWS_ENDPOINT_URL_SQS", "http://127.0.0.1:9324",
                "AWS_ENDPOINT_URL_EVENTBRIDGE", "http://127.0.0.1:1"));
    assertThat(each.problems(CONFIG)).isEmpty();
    assertThat(each.streams()).contains(URI.create(HERE));
  }

  @Test
  void whatIsNotSetWouldBeAws() {
    assertThat(set(Map.of("AWS_ENDPOINT_URL_DYNAMODB", HERE)).problems(CONFIG))
        .containsExactly(
            "target queue: no endpoint is set, so it would be AWS's own: set AWS_ENDPOINT_URL_SQS"
                + " or --endpoint",
            "target bus: no endpoint is set, so it would be AWS's own: set"
                + " AWS_ENDPOINT_URL_EVENTBRIDGE or --endpoint");
    assertThat(set(Map.of()).problems(CONFIG)).hasSize(4);
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://192.0.2.1", "http://10.0.0.1:8000", "not a URL", "127.0.0.1"})
  void whatIsElsewhereOrUnclearIsRefused(String url) {
    assertThat(set(Map.of("AWS_ENDPOINT_URL", HERE, "AWS_ENDPOINT_URL_SQS", url)).problems(CONFIG))
        .containsExactly("AWS_ENDPOINT_URL_SQS: " + url + " is not on this machine");
    assertThat(set(Map.of("AWS_ENDPOINT_URL", HERE, "AWS_ENDPOINT_URL_S3", url)).problems(CONFIG))
        .as("which a target may call for large payloads")
        .hasSize(1);
    assertThat(new LocalEndpoints(Map.of(), Optional.of(url)).problems(CONFIG)).hasSize(1);
  }

  @Test
  void endpointsThatClientsIgnoreAreNone() {
    assertThat(
            set(Map.of("AWS_ENDPOINT_URL", HERE, "AWS_IGNORE_CONFIGURED_ENDPOINT_URLS", "true"))
                .problems(CONFIG))
        .hasSize(1);
  }
}
