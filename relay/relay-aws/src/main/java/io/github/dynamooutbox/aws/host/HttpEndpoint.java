package io.github.dynamooutbox.aws.host;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The JDK's HTTP server, for what a process exposes about itself. A connection that has not sent
 * its request after two seconds is closed, so that half a request cannot occupy a thread.
 * Thread-safe.
 */
public final class HttpEndpoint implements AutoCloseable {
  /**
   * Must be longer than a well-behaved request takes, and shorter than the health checks' timeout
   * times their threshold.
   */
  private static final int REQUEST_SECONDS = 2;

  static {
    // Read once, when the JVM creates its first server: there is no other way to set it.
    System.getProperties()
        .putIfAbsent("sun.net.httpserver.maxReqTime", Integer.toString(REQUEST_SECONDS));
  }

  private final HttpServer server;
  private final ExecutorService executor;

  private HttpEndpoint(HttpServer server, ExecutorService executor) {
    this.server = server;
    this.executor = executor;
  }

  /**
   * Binds to an address; no request is answered before {@link #start}.
   *
   * @param address with port 0 for any free port
   * @param name name of the server's threads, which are daemons
   * @param threads how many requests are answered at the same time; others wait
   * @throws IOException if the address is not available
   */
  public static HttpEndpoint bind(InetSocketAddress address, String name, int threads)
      throws IOException {
    HttpServer server = HttpServer.create(address, 0);
    ExecutorService executor =
        Executors.newFixedThreadPool(
            threads,
            task -> {
              Thread thread = new Thread(task, name);
              thread.setDaemon(true);
              return thread;
            });
    server.setExecutor(executor);
    return new HttpEndpoint(server, executor);
  }

  /** Answers requests for a path, and for paths below it, with this handler. */
  public void answer(String path, HttpHandler handler) {
    server.createContext(path, handler);
  }

  /** Starts to answer requests. */
  public void start() {
    server.start();
  }

  /** The port that the server is bound to. */
  public int port() {
    return server.getAddress().getPort();
  }

  /** Stops at once, and aborts requests that are being answered. */
  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }
}
