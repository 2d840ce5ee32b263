package io.github.dynamooutbox.kafka.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.aws.targets.StoredParameter;
import io.github.dynamooutbox.kafka.internal.Authentication.CertificateReference;
import io.github.dynamooutbox.kafka.internal.Authentication.PasswordReference;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.config.ConfigException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Credentials are read from where they are stored, and appear in no message. */
class CredentialsTest {
  private static final String SECRET = "/aws/reference/secretsmanager/AmazonMSK_orders";

  private final AtomicReference<String> asked = new AtomicReference<>("");
  private HttpServer server;
  private String answer = "{\"Parameter\": {\"Value\": \"hunter2\"}}";
  private int status = 200;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.set(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
          byte[] body = answer.getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    Map.of("aws.region", "eu-west-1", "aws.accessKeyId", "test", "aws.secretAccessKey", "test")
        .forEach(System::setProperty);
  }

  @AfterEach
  void stop() {
    server.stop(0);
    List.of("aws.region", "aws.accessKeyId", "aws.secretAccessKey").forEach(System::clearProperty);
  }

  @Test
  void readASecretByItsParameter() {
    assertThat(text()).isEqualTo("hunter2");
    assertThat(asked.get()).contains(SECRET, "\"WithDecryption\":true");
  }

  @Test
  void reportWhyAParameterCannotBeRead() {
    status = 400;
    answer = "{\"__type\": \"AccessDeniedException\"}";
    assertThatThrownBy(this::text)
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("parameter " + SECRET + " cannot be read: HTTP 400 AccessDenied")
        .hasMessageContaining("the permissions of the relay's role");
  }

  @Test
  void reportWhatIsMissingWithoutQuotingTheRest() {
    Credentials wrong = new Fixed("{\"username\": \"relay\", \"pasword\": \"hunter2\"}");
    assertThatThrownBy(() -> new PasswordReference("PLAIN", wrong).settings())
        .hasMessageContaining("a test must be a JSON object with the strings username, password")
        .hasMessageNotContaining("hunter2");
    assertThatThrownBy(() -> new CertificateReference(new Fixed("hunter2")).settings())
        .hasMessageContaining("certificate, privateKey")
        .hasMessageNotContaining("hunter2");
  }

  private String text() {
    return new Credentials.InParameter(new StoredParameter(SECRET), Optional.empty())
        .text(Map.of("AWS_ENDPOINT_URL_SSM", "http://127.0.0.1:" + server.getAddress().getPort()));
  }
}
