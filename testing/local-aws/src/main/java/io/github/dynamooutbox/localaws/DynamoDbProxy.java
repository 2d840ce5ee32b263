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
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A proxy in front of DynamoDB, on a free port of the loopback interface, which leaves each request
 * to a handler. Thread-safe.
 */
public final class DynamoDbProxy implements AutoCloseable {
  private static final String JSON = "application/x-amz-json-1.0";

  private final URI server;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer http;

  /** Handles the requests, several at a time. */
  @FunctionalInterface
  public interface Handler {
    /** Answers a request. If it does not, the connection is closed without an answer. */
    void handle(HttpExchange exchange, byte[] body) throws IOException, InterruptedException;
  }

  /** Starts a proxy in front of this server. */
  public DynamoDbProxy(URI server, Handler handler) {
    this.server = server;
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException("This machine has no free port", e);
    }
    http.setExecutor(threads);
    http.createContext("/", exchange -> serve(exchange, handler));
    http.start();
  }

  /** The endpoint for clients. */
  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
  }

  /** An exchange that is closed without an answer closes its connection. */
  private static void serve(HttpExchange exchange, Handler handler) throws IOException {
    try (exchange;
        InputStream in = exchange.getRequestBody()) {
      handler.handle(exchange, in.readAllBytes());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Sends the request on to the server with this body, and returns the server's response. */
  public HttpResponse<byte[]> forward(HttpExchange exchange, byte[] body)
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

  /** Answers a request. */
  public static void answer(HttpExchange exchange, int status, byte[] body) throws IOException {
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
