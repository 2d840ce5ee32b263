package io.github.dynamooutbox.lambda.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.localaws.function.LambdaProcess;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The packaged function with its configuration in Systems Manager. */
@Timeout(120)
class ParameterIT {
  private static final byte[] PARAMETER =
      """
      {"Parameter": {"Value": "{\\"table\\": {\\"name\\": \\"orders\\"}, \
      \\"targets\\": {\\"audit\\": {\\"type\\": \\"kinesis\\", \\"streamName\\": \\"a\\"}}, \
      \\"routes\\": [{\\"to\\": [\\"audit\\"]}]}"}}
      """
          .getBytes(StandardCharsets.UTF_8);

  @Test
  void startsWithTheParameterThatItsEnvironmentNames() throws Exception {
    List<String> asked = new CopyOnWriteArrayList<>();
    HttpServer systemsManager =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    systemsManager.createContext(
        "/",
        exchange -> {
          try (exchange) {
            asked.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(200, PARAMETER.length);
            exchange.getResponseBody().write(PARAMETER);
          }
        });
    systemsManager.start();
    List<String> output = new CopyOnWriteArrayList<>();
    try (LambdaProcess function =
        LambdaProcess.builder(FunctionJar.HANDLER, FunctionJar.path())
            .name("relay")
            .environment("OUTBOX_CONFIG_SSM_PARAMETER", "/outbox/orders")
            .environment(
                "AWS_ENDPOINT_URL_SSM", "http://127.0.0.1:" + systemsManager.getAddress().getPort())
            .output(output::add)
            .build()) {
      byte[] answer = function.invoke("{\"Records\":[]}".getBytes(StandardCharsets.UTF_8));

      assertThat(new String(answer, StandardCharsets.UTF_8))
          .as(String.join("\n", output))
          .isEqualTo("{\"batchItemFailures\":[]}");
      assertThat(asked).singleElement().asString().contains("\"Name\":\"/outbox/orders\"");
    } finally {
      systemsManager.stop(0);
    }
  }
}
