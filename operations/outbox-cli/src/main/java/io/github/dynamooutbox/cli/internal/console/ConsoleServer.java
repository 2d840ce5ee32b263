package io.github.dynamooutbox.cli.internal.console;

import com.sun.net.httpserver.HttpExchange;
import io.github.dynamooutbox.aws.host.HttpEndpoint;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;

/** Serves the console on the loopback interface. */
final class ConsoleServer implements AutoCloseable {
  private static final byte[] LOOPBACK = {127, 0, 0, 1};

  /** A browser has six connections; some browsers, and who looks by hand. */
  private static final int THREADS = 32;

  private final HttpEndpoint endpoint;
  private final Token token = Token.random();

  private ConsoleServer(HttpEndpoint endpoint) {
    this.endpoint = endpoint;
  }

  /**
   * Starts serving.
   *
   * @param port 0: any free port
   * @throws OperatorException if the port is not free
   */
  static ConsoleServer start(int port, Pages pages) {
    HttpEndpoint endpoint = bind(port);
    ConsoleServer server = new ConsoleServer(endpoint);
    Guard guard = new Guard(server.token, endpoint.port());
    endpoint.answer("/", exchange -> answer(exchange, guard, pages));
    endpoint.start();
    return server;
  }

  private static HttpEndpoint bind(int port) {
    try {
      return HttpEndpoint.bind(
          new InetSocketAddress(InetAddress.getByAddress(LOOPBACK), port),
          "outbox-console",
          THREADS);
    } catch (IOException | IllegalArgumentException e) {
      throw new OperatorException(
          Kind.INPUT,
          "--port %d: cannot be used: %s; choose another, or leave it out for any free port"
              .formatted(port, e.getMessage()));
    }
  }

  /** The URL of the page, with its token. */
  URI url() {
    return URI.create("http://127.0.0.1:%d/%s/".formatted(endpoint.port(), token.text()));
  }

  private static void answer(HttpExchange exchange, Guard guard, Pages pages) throws IOException {
    try (exchange) {
      String path = guard.pathOf(exchange).orElse(null);
      if (path == null) {
        HttpAnswer.problem(403, "open the URL that outbox console printed").send(exchange);
      } else {
        pages.answer(exchange, path);
      }
    }
  }

  @Override
  public void close() {
    endpoint.close();
  }
}
