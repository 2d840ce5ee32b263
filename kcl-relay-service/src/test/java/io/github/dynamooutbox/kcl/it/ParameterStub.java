package io.github.dynamooutbox.kcl.it;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A stub of Systems Manager with one parameter. */
final class ParameterStub implements AutoCloseable {
  static final String NAME = "/outbox/orders";

  /** Counted down when the parameter is requested. */
  final CountDownLatch asked = new CountDownLatch(1);

  private final CountDownLatch answers;
  private final ExecutorService threads = Executors.newSingleThreadExecutor();
  private final HttpServer http;
  private final String value;

  /**
   * @param silent whether it never answers
   */
  ParameterStub(String value, boolean silent) throws IOException {
    this.value = value;
    answers = new CountDownLatch(silent ? 1 : 0);
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext("/", this::answer);
    http.setExecutor(threads);
    http.start();
  }

  /** The environment of a worker that reads its configuration from the parameter. */
  Map<String, String> environment() {
    return Map.of(
        "OUTBOX_CONFIG",
        "",
        "OUTBOX_CONFIG_SSM_PARAMETER",
        NAME,
        "AWS_ENDPOINT_URL_SSM",
        "http://127.0.0.1:" + http.getAddress().getPort());
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      ObjectMapper json = new ObjectMapper();
      String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
      String name = json.readTree(exchange.getRequestBody()).path("Name").asText();
      asked.countDown();
      answers.await();
      boolean found = target.equals("AmazonSSM.GetParameter") && name.equals(NAME);
      ObjectNode answer = json.createObjectNode();
      if (found) {
        answer.putObject("Parameter").put("Name", name).put("Value", value);
      } else {
        answer.put("__type", "ParameterNotFound");
      }
      byte[] body = json.writeValueAsBytes(answer);
      exchange.sendResponseHeaders(found ? 200 : 400, body.length);
      exchange.getResponseBody().write(body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
    http.stop(0);
  }
}
