package io.github.dynamooutbox.aws.host;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The JDK's HTTP server, for what a process shows about itself. A connection that has not sent its
 * request after two seconds is closed, so that nobody holds a thread by sending half of one.
 * Thread-safe.
 */
public final class HttpEndpoint implements AutoCloseable {
  /**
   * Must be longer than an honest request takes, and shorter than the health checks' patience times
   * their threshold.
   */
  private static final int REQUEST_SECONDS = 2;

  static {
    // Read once, when the JVM makes its first server: there is no other way to set it.
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
   * Takes an address; nothing is answered before {@link #start}.
   *
   * @param address port 0: any that is free
   * @param name of its threads, which are daemons
   * @param threads how many requests are answered at a time; more wait
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

  /** Answers a path, and what is below it, with this handler. */
  public void answer(String path, HttpHandler handler) {
    server.createContext(path, handler);
  }

  /** Begins to answer. */
  public void start() {
    server.start();
  }

  /** The port that was taken. */
  public int port() {
    return server.getAddress().getPort();
  }

  /** Ends at once, with what is being answered. */
  @Override
  public void close() {
    server.stop(0);
    executor.shutdownNow();
  }
}
