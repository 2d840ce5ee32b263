package io.github.dynamooutbox.benchmarks.relay;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A proxy in front of DynamoDB that has each request report the units that it consumes, and adds
 * them up by operation. Transparent to clients.
 */
final class CapacityGateway implements AutoCloseable {
  private static final Set<String> METERED =
      Set.of(
          "GetItem",
          "Query",
          "Scan",
          "BatchGetItem",
          "PutItem",
          "UpdateItem",
          "DeleteItem",
          "BatchWriteItem",
          "TransactWriteItems",
          "TransactGetItems");
  private static final Pattern UNITS = Pattern.compile("\"CapacityUnits\":([0-9.]+)");

  private final URI server;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer http;
  private final Map<String, Consumed> consumed = new TreeMap<>();

  /** The consumption of one operation. */
  record Consumed(int requests, double units) {
    Consumed plus(double more) {
      return new Consumed(requests + 1, units + more);
    }
  }

  CapacityGateway(URI server) throws IOException {
    this.server = server;
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.setExecutor(threads);
    http.createContext("/", this::forward);
    http.start();
  }

  URI endpoint() {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
  }

  /** The consumption by operation since the last call. */
  synchronized Map<String, Consumed> getAndReset() {
    Map<String, Consumed> all = new TreeMap<>(consumed);
    consumed.clear();
    return all;
  }

  private void forward(HttpExchange exchange) throws IOException {
    try (exchange;
        InputStream in = exchange.getRequestBody()) {
      String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
      String operation = target.substring(target.indexOf('.') + 1);
      String body = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      if (METERED.contains(operation)) {
        body = "{\"ReturnConsumedCapacity\":\"TOTAL\"," + body.substring(1);
      }
      HttpRequest request =
          HttpRequest.newBuilder(server)
              .header("X-Amz-Target", target)
              .header("Content-Type", "application/x-amz-json-1.0")
              .header("Authorization", exchange.getRequestHeaders().getFirst("Authorization"))
              .POST(BodyPublishers.ofString(body))
              .build();
      answer(exchange, operation, client.send(request, BodyHandlers.ofString()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void answer(HttpExchange exchange, String operation, HttpResponse<String> response)
      throws IOException {
    double units =
        UNITS
            .matcher(response.body())
            .results()
            .map(MatchResult::group)
            .mapToDouble(found -> Double.parseDouble(found.substring(found.indexOf(':') + 1)))
            .sum();
    synchronized (this) {
      consumed.merge(operation, new Consumed(1, units), (all, one) -> all.plus(one.units));
    }
    byte[] body = response.body().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
    exchange.sendResponseHeaders(response.statusCode(), body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    http.stop(0);
    threads.shutdownNow();
  }
}
