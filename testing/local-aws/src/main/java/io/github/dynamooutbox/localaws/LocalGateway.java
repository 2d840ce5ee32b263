package io.github.dynamooutbox.localaws;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

/**
 * One endpoint, on the loopback interface, for services that listen on ports of their own. It
 * routes each request by its {@code X-Amz-Target} header. Thread-safe.
 */
public final class LocalGateway implements AutoCloseable {
  private static final int THREADS = 64;
  private static final Set<String> HOP_BY_HOP =
      Set.of("connection", "content-length", "expect", "host", "transfer-encoding", "upgrade");

  private final URI dynamoDb;
  private final URI sqs;
  private final URI others;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final ExecutorService workers = Executors.newFixedThreadPool(THREADS);
  private final HttpServer http;
  private final Map<String, LongAdder> requests = new ConcurrentHashMap<>();

  private LocalGateway(URI dynamoDb, URI sqs, URI others) {
    this.dynamoDb = dynamoDb;
    this.sqs = sqs;
    this.others = others;
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException("This machine has no free port", e);
    }
    http.createContext("/", this::forward);
    http.setExecutor(workers);
    http.start();
  }

  /**
   * Starts it on a free port.
   *
   * @param dynamoDb for DynamoDB and its streams
   * @param sqs for SQS
   * @param others for everything else
   */
  public static LocalGateway start(URI dynamoDb, URI sqs, URI others) {
    return new LocalGateway(dynamoDb, sqs, others);
  }

  public URI endpoint() {
    return URI.create("http://127.0.0.1:" + http.getAddress().getPort());
  }

  /** How often each operation has been requested so far, by its name in the header X-Amz-Target. */
  public Map<String, Long> requests() {
    Map<String, Long> counts = new TreeMap<>();
    requests.forEach((operation, count) -> counts.put(operation, count.sum()));
    return counts;
  }

  @Override
  public void close() {
    http.stop(0);
    workers.shutdownNow();
  }

  private void forward(HttpExchange exchange) throws IOException {
    try (exchange) {
      HttpResponse<byte[]> answer =
          client.send(
              request(exchange, exchange.getRequestBody().readAllBytes()),
              HttpResponse.BodyHandlers.ofByteArray());
      answer
          .headers()
          .map()
          .forEach(
              (name, values) -> {
                if (isForwarded(name)) {
                  exchange.getResponseHeaders().put(name, List.copyOf(values));
                }
              });
      int length = answer.body().length;
      exchange.sendResponseHeaders(answer.statusCode(), length == 0 ? -1 : length);
      if (length > 0) {
        exchange.getResponseBody().write(answer.body());
      }
    } catch (InterruptedException e) {
      // Closing an exchange that has no answer closes its connection.
      Thread.currentThread().interrupt();
    }
  }

  private HttpRequest request(HttpExchange exchange, byte[] body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(service(exchange).resolve(exchange.getRequestURI().toString()))
            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (isForwarded(name)) {
                values.forEach(value -> request.header(name, value));
              }
            });
    return request.build();
  }

  private URI service(HttpExchange exchange) {
    String target =
        Optional.ofNullable(exchange.getRequestHeaders().getFirst("X-Amz-Target")).orElse("");
    requests.computeIfAbsent(target, operation -> new LongAdder()).increment();
    if (target.startsWith("DynamoDB")) {
      return dynamoDb;
    }
    return target.startsWith("AmazonSQS") ? sqs : others;
  }

  private static boolean isForwarded(String header) {
    return !HOP_BY_HOP.contains(header.toLowerCase(Locale.ROOT));
  }
}
