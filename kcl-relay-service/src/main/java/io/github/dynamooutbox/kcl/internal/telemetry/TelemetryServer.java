package io.github.dynamooutbox.kcl.internal.telemetry;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.kcl.settings.ServiceException;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** {@code /health/live}, {@code /health/ready}, {@code /metrics} and {@code /leases}. */
public final class TelemetryServer implements AutoCloseable {
  private static final String TEXT = "text/plain; charset=utf-8";
  private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

  /**
   * Whoever sends half a request holds a thread until then. Must be longer than an honest request
   * takes, and shorter than the health checks' patience times their threshold.
   */
  private static final int REQUEST_SECONDS = 2;

  /** Health checks, scrapers and people; more wait. */
  private static final int THREADS = 8;

  static {
    // Read once, when the JVM makes its first server: there is no other way to set it.
    System.getProperties()
        .putIfAbsent("sun.net.httpserver.maxReqTime", Integer.toString(REQUEST_SECONDS));
  }

  private final HttpServer server;
  private final ExecutorService executor;

  private TelemetryServer(HttpServer server, ExecutorService executor) {
    this.server = server;
    this.executor = executor;
  }

  /**
   * Starts to answer.
   *
   * @throws ServiceException if the address is not available
   */
  public static TelemetryServer start(
      InetSocketAddress address,
      Health health,
      PrometheusMeterRegistry registry,
      ShardMetrics shards) {
    try {
      HttpServer server = HttpServer.create(address, 0);
      ExecutorService executor = Executors.newFixedThreadPool(THREADS, TelemetryServer::daemon);
      server.setExecutor(executor);
      server.createContext("/health/live", exchange -> answer(exchange, health::notAlive));
      server.createContext("/health/ready", exchange -> answer(exchange, health::notReady));
      server.createContext(
          "/metrics",
          exchange -> {
            shards.refresh();
            write(exchange, 200, PROMETHEUS, registry.scrape(PROMETHEUS));
          });
      server.createContext("/leases", exchange -> write(exchange, 200, TEXT, shards.report()));
      server.start();
      return new TelemetryServer(server, executor);
    } catch (IOException e) {
      throw new ServiceException(
          "health and metrics cannot be served at %s: %s; choose another --http"
              .formatted(address, e.getMessage()),
          e);
    }
  }

  public int port() {
    return server.getAddress().getPort();
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

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "outbox-http");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }
}
