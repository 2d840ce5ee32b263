package io.github.dynamooutbox.lambda.internal;

import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.aws.config.RelayConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** An empty control table, at the default endpoint of SDK clients. */
final class EmptyTable implements AutoCloseable {
  static final RelayConfig CONFIG =
      RelayConfig.parse(
          """
          {"table": {"name": "orders"},
           "controlTable": {"name": "orders-control"},
           "targets": {"audit": {"type": "kinesis", "streamName": "audit"}},
           "routes": [{"to": ["audit"]}]}
          """);

  private static final String ENDPOINT = "aws.endpointUrl";

  /** How many requests it has answered. */
  final AtomicInteger asked = new AtomicInteger();

  /** These requests: names of operations and bodies. */
  final List<String> requests = new CopyOnWriteArrayList<>();

  private final HttpServer server;
  private volatile String refused = "not in any request";

  EmptyTable() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          String request =
              exchange.getRequestHeaders().getFirst("X-Amz-Target")
                  + new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          requests.add(request);
          boolean isRefused = request.contains(refused);
          byte[] answer =
              (isRefused ? "{\"__type\":\"AccessDeniedException\"}" : "{}")
                  .getBytes(StandardCharsets.UTF_8);
          exchange.sendResponseHeaders(isRefused ? 400 : 200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
    System.setProperty(ENDPOINT, "http://127.0.0.1:" + server.getAddress().getPort());
  }

  /** From now on, requests with this in the name of the operation or in the body. */
  void refuse(String text) {
    refused = text;
  }

  @Override
  public void close() {
    System.clearProperty(ENDPOINT);
    server.stop(0);
  }
}
