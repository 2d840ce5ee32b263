package io.github.dynamooutbox.aws.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Against an endpoint that answers as Systems Manager does. */
class ParameterConfigTest {
  private static final String VALUE =
      "{\"Parameter\": {\"Name\": \"/outbox/orders\", \"Value\": \"{\\\"table\\\": {\\\"name\\\":"
          + " \\\"orders\\\"}, \\\"targets\\\": {\\\"bus\\\": {\\\"type\\\": \\\"eventbridge\\\","
          + " \\\"busName\\\": \\\"orders\\\"}}, \\\"routes\\\": [{\\\"to\\\":"
          + " [\\\"bus\\\"]}]}\"}}";

  private record Answer(int status, String body) {}

  private final Deque<Answer> answers = new ArrayDeque<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    System.setProperty("aws.accessKeyId", "test-id");
    System.setProperty("aws.secretAccessKey", "test-secret");
    System.setProperty("aws.region", "eu-west-1");
  }

  @AfterEach
  void stop() {
    server.stop(0);
    for (String property : List.of("accessKeyId", "secretAccessKey", "region")) {
      System.clearProperty("aws." + property);
    }
  }

  @Test
  void readsTheParameterWithASignedRequest() {
    answers.add(new Answer(200, VALUE));

    assertThat(read().table().name()).isEqualTo("orders");
    assertThat(requests)
        .singleElement()
        .asString()
        .contains("AmazonSSM.GetParameter", "\"Name\":\"/outbox/orders\"")
        .containsPattern("AWS4-HMAC-SHA256 Credential=test-id/\\d{8}/eu-west-1/ssm/aws4_request");
  }

  @Test
  void triesAgainWhatMayPass() {
    answers.add(new Answer(400, "{\"__type\": \"ThrottlingException\"}"));
    answers.add(new Answer(500, "<html>"));
    answers.add(new Answer(200, VALUE));

    assertThat(read().table().name()).isEqualTo("orders");
    assertThat(requests).hasSize(3);
  }

  @Test
  void saysWhatCannotBeReadAndTriesThatOnce() {
    answers.add(new Answer(400, "{\"__type\": \"ParameterNotFound\"}"));

    assertThatThrownBy(this::read)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(
            "OUTBOX_CONFIG_SSM_PARAMETER: \"/outbox/orders\" cannot be read: HTTP 400"
                + " ParameterNotFound")
        .hasMessageContaining("ssm:GetParameter");
    assertThat(requests).hasSize(1);
  }

  private RelayConfig read() {
    return RelayConfigSource.fromEnvironment(
        Map.of(
            "OUTBOX_CONFIG_SSM_PARAMETER",
            "/outbox/orders",
            "AWS_ENDPOINT_URL_SSM",
            "http://127.0.0.1:" + server.getAddress().getPort()));
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      requests.add(
          String.join(
              "\n",
              exchange.getRequestHeaders().getFirst("X-Amz-Target"),
              exchange.getRequestHeaders().getFirst("Authorization"),
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8)));
      Answer answer = answers.remove();
      byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.status(), body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
