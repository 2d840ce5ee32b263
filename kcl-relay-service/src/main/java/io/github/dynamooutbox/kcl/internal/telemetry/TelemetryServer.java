package io.github.dynamooutbox.kcl.internal.telemetry;

import com.sun.net.httpserver.HttpExchange;
import io.github.dynamooutbox.aws.host.HttpEndpoint;
import io.github.dynamooutbox.kcl.settings.ServiceException;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * {@code /health/started}, {@code /health/live}, {@code /health/ready}, {@code /metrics} and {@code
 * /leases}.
 */
public final class TelemetryServer implements AutoCloseable {
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  /** For health checks, scrapers and people; further requests wait. */
  private static final int THREADS = 8;

  private final HttpEndpoint endpoint;

  private TelemetryServer(HttpEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  /**
   * Starts serving requests.
   *
   * @throws ServiceException if the address is not available
   */
  public static TelemetryServer start(
      InetSocketAddress address,
      Health health,
      PrometheusMeterRegistry registry,
      ShardMetrics shards) {
    try {
      HttpEndpoint endpoint = HttpEndpoint.bind(address, "outbox-http", THREADS);
      endpoint.answer("/health/live", exchange -> answer(exchange, health::notAlive));
      endpoint.answer("/health/started", exchange -> answer(exchange, health::notStarted));
      endpoint.answer("/health/ready", exchange -> answer(exchange, health::notReady));
      endpoint.answer(
          "/metrics",
          exchange -> {
            shards.refresh();
            write(exchange, 200, PROMETHEUS, registry.scrape(PROMETHEUS));
          });
      endpoint.answer("/leases", exchange -> write(exchange, 200, TEXT, shards.report()));
      endpoint.start();
      return new TelemetryServer(endpoint);
    } catch (IOException e) {
      throw new ServiceException(
          "health and metrics cannot be served at %s: %s; choose another --http"
              .formatted(address, e.getMessage()),
          e);
    }
  }

  public int port() {
    return endpoint.port();
  }

  private static void answer(HttpExchange exchange, Supplier<Optional<String>> wrong)
      throws IOException {
    Optional<String> reason = wrong.get();
    write(exchange, reason.isPresent() ? 503 : 200, TEXT, reason.orElse("ok") + "\n");
  }

  private static void write(HttpExchange exchange, int status, String type, String body)
      throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    try (exchange) {
      exchange.getResponseHeaders().set("Content-Type", type);
      exchange.sendResponseHeaders(status, bytes.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(bytes);
      }
    }
  }

  @Override
  public void close() {
    endpoint.close();
  }
}
