package io.github.dynamooutbox.localaws;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A proxy in front of DynamoDB that fails on demand. Thread-safe. */
public final class FaultyGateway implements AutoCloseable {
  private static final String JSON = "application/x-amz-json-1.0";
  private static final byte[] THROTTLED =
      ("{\"__type\":\"com.amazonaws.dynamodb.v20120810#ThrottlingException\","
              + "\"message\":\"Throughput exceeds the current capacity\"}")
          .getBytes(StandardCharsets.UTF_8);

  /** What happens to requests. */
  public enum Mode {
    PASSES,
    /** Refuses them as DynamoDB does when a partition is at its limit. */
    THROTTLES,
    /** DynamoDB carries out the request, and the connection is closed without an answer. */
    LOSES_ANSWERS,
    /** The connection is closed; the request never reaches DynamoDB. */
    CUTS
  }

  private final URI server;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer http;
  private volatile Mode mode = Mode.PASSES;
  private volatile String table = "";

  /** Forwards everything to this server until {@link #set} says otherwise. */
  public FaultyGateway(URI server) {
    this.server = server;
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException("this machine has no free port", e);
    }
    http.setExecutor(threads);
    http.createContext("/", this::handle);
    http.start();
  }

  /** The endpoint for clients. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
  }

  /** Applies this mode to all requests from now on. */
  public void set(Mode next) {
    set(next, "");
  }

  /** Applies this mode to requests that name this table from now on; others pass. */
  public void set(Mode next, String onlyTable) {
    table = onlyTable;
    mode = next;
  }

  /** An exchange that is closed without an answer closes its connection. */
  private void handle(HttpExchange exchange) throws IOException {
    try (exchange;
        InputStream in = exchange.getRequestBody()) {
      byte[] body = in.readAllBytes();
      boolean affected = new String(body, StandardCharsets.UTF_8).contains(table);
      Mode now = affected ? mode : Mode.PASSES;
      switch (now) {
        case THROTTLES -> answer(exchange, 400, THROTTLED);
        case CUTS -> {}
        case PASSES, LOSES_ANSWERS -> {
          HttpResponse<byte[]> response = forward(exchange, body);
          if (now == Mode.PASSES) {
            answer(exchange, response.statusCode(), response.body());
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(server)
            .header("X-Amz-Target", exchange.getRequestHeaders().getFirst("X-Amz-Target"))
            .header("Authorization", exchange.getRequestHeaders().getFirst("Authorization"))
            .header("Content-Type", JSON)
            .POST(BodyPublishers.ofByteArray(body))
            .build();
    return client.send(request, BodyHandlers.ofByteArray());
  }

  private static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", JSON);
    exchange.sendResponseHeaders(status, body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
