package io.github.dynamooutbox.benchmarks.relay;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Accepts every entry of every request after a fixed time, in a JVM of its own, at as little cost
 * as possible: it counts a request's entries and parses nothing.
 *
 * <p>{@code /control/answer?200} sets the answer time in milliseconds; {@code /control/requests}
 * returns the number of requests since the last call, and the sum of their bodies' hashes, which is
 * the same for the same bodies in any order; {@code /control/hashes?true} turns hashing on.
 */
public final class AnswerServer {
  /** The output that precedes the port when the server listens. */
  static final String READY = "listening on port ";

  private volatile Duration answerTime = Duration.ZERO;
  private volatile boolean hashes;
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong sum = new AtomicLong();

  private AnswerServer() {}

  /** Serves until the process is killed. */
  public static void main(String[] arguments) throws IOException {
    AnswerServer answers = new AnswerServer();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", answers::answer);
    server.createContext("/control/", answers::control);
    server.start();
    System.out.println(READY + server.getAddress().getPort());
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange;
        InputStream body = exchange.getRequestBody()) {
      byte[] request = body.readAllBytes();
      Answer answer = Answer.to(exchange.getRequestHeaders().getFirst("X-Amz-Target"), request);
      if (answer.publishes()) {
        requests.incrementAndGet();
        sum.addAndGet(hashes ? hash(request) : 0);
        Thread.sleep(answerTime.toMillis());
      }
      exchange.getResponseHeaders().set("Content-Type", answer.contentType());
      exchange.sendResponseHeaders(200, answer.body().length);
      exchange.getResponseBody().write(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void control(HttpExchange exchange) throws IOException {
    try (exchange) {
      String query = exchange.getRequestURI().getQuery();
      switch (exchange.getRequestURI().getPath()) {
        case "/control/answer" -> answerTime = Duration.ofMillis(Long.parseLong(query));
        case "/control/hashes" -> hashes = Boolean.parseBoolean(query);
        case "/control/requests" -> {}
        default -> throw new IOException("no such control");
      }
      byte[] counts =
          (requests.getAndSet(0) + " " + sum.getAndSet(0)).getBytes(StandardCharsets.US_ASCII);
      exchange.sendResponseHeaders(200, counts.length);
      exchange.getResponseBody().write(counts);
    }
  }

  private static long hash(byte[] body) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(body);
      long hash = 0;
      for (int i = 0; i < Long.BYTES; i++) {
        hash = (hash << 8) | (digest[i] & 0xFF);
      }
      return hash;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
