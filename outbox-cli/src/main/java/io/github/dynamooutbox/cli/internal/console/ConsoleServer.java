package io.github.dynamooutbox.cli.internal.console;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.aws.operate.OperatorException;
import io.github.dynamooutbox.aws.operate.OperatorException.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Serves the console on the loopback interface. */
final class ConsoleServer implements AutoCloseable {
  /** Whoever sends half a request holds a thread until then. */
  private static final int REQUEST_SECONDS = 2;

  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  /** Open pages take one each, and leave as many for what they ask. */
  private static final int THREADS = 2 * LiveFeed.MOST_PAGES;

  static {
    // Read once, when the JVM makes its first server: there is no other way to set it.
    System.getProperties()
        .putIfAbsent("sun.net.httpserver.maxReqTime", Integer.toString(REQUEST_SECONDS));
  }

  private final HttpServer server;
  private final ExecutorService executor;
  private final Token token = Token.random();

  private ConsoleServer(HttpServer server, ExecutorService executor) {
    this.server = server;
    this.executor = executor;
  }

  /**
   * Starts to answer.
   *
   * @param port 0: any that is free
   * @throws OperatorException if the port is not free
   */
  static ConsoleServer start(int port, Pages pages) {
    HttpServer http = bind(port);
    ExecutorService executor = Executors.newFixedThreadPool(THREADS, ConsoleServer::daemon);
    ConsoleServer server = new ConsoleServer(http, executor);
    Guard guard = new Guard(server.token, http.getAddress().getPort());
    http.setExecutor(executor);
    http.createContext("/", exchange -> answer(exchange, guard, pages));
    http.start();
    return server;
  }

  private static HttpServer bind(int port) {
    try {
      return HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port), 0);
    } catch (IOException | IllegalArgumentException e) {
      throw new OperatorException(
          Kind.INPUT,
          "--port %d: cannot be served: %s; choose another, or none for any that is free"
              .formatted(port, e.getMessage()));
    }
  }

  /** Where the page is, with its token. */
  URI url() {
    return URI.create(
        "http://127.0.0.1:%d/%s/".formatted(server.getAddress().getPort(), token.text()));
  }

  private static void answer(HttpExchange exchange, Guard guard, Pages pages) throws IOException {
    try (exchange) {
      String path = guard.pathOf(exchange).orElse(null);
      if (path == null) {
        HttpAnswer.problem(403, "open the URL that outbox console has printed").send(exchange);
      } else {
        pages.answer(exchange, path);
      }
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "outbox-console");
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }
}
