package io.github.dynamooutbox.localaws.function;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.localaws.function.FunctionError.Kind;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Lambda's runtime API for one process of a function: the process asks for the next invocation,
 * which blocks until there is one, and posts its response or error.
 */
final class RuntimeApi implements AutoCloseable {
  /** The service's limit for a synchronous response: 6 MB and some room for the envelope. */
  static final int MAX_RESPONSE_BYTES = 6_291_556;

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String PREFIX = "/2018-06-01/runtime/";

  private final HttpServer server;
  private final ExecutorService threads;
  private final String functionArn;
  private final Duration timeout;
  private final BlockingQueue<Invocation> pending = new LinkedBlockingQueue<>();
  private final AtomicReference<@Nullable Invocation> current = new AtomicReference<>();
  private final CompletableFuture<Void> ready = new CompletableFuture<>();

  RuntimeApi(String functionArn, Duration timeout) {
    this.functionArn = functionArn;
    this.timeout = timeout;
    this.threads =
        Executors.newCachedThreadPool(
            task -> {
              Thread thread = new Thread(task, "lambda-runtime-api");
              thread.setDaemon(true);
              return thread;
            });
    try {
      this.server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot listen for the function's process", e);
    }
    server.setExecutor(threads);
    server.createContext(PREFIX, this::handle);
    server.start();
  }

  /** The value of {@code AWS_LAMBDA_RUNTIME_API} for the process. */
  String address() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  /**
   * Completes when the process asks for its first invocation; fails with a {@link FunctionError}.
   */
  CompletableFuture<Void> ready() {
    return ready;
  }

  /** Hands an invocation to the process when it next asks for one. */
  void submit(Invocation invocation) {
    current.set(invocation);
    pending.add(invocation);
  }

  /** Whether the process has an invocation that it has not answered yet. */
  boolean isBusy() {
    Invocation invocation = current.get();
    return invocation != null && invocation.isTaken() && !invocation.isDone();
  }

  /** Fails the invocation in progress. */
  void processEnded(FunctionError cause) {
    ready.completeExceptionally(cause);
    Invocation invocation = current.get();
    if (invocation != null) {
      invocation.fail(cause);
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath().substring(PREFIX.length());
      if (path.equals("invocation/next")) {
        next(exchange);
      } else if (path.equals("init/error")) {
        initError(exchange);
      } else if (path.startsWith("invocation/") && path.endsWith("/response")) {
        response(exchange, path);
      } else if (path.startsWith("invocation/") && path.endsWith("/error")) {
        error(exchange, path);
      } else {
        reply(exchange, 404);
      }
    } catch (InterruptedException closing) {
      Thread.currentThread().interrupt();
    }
  }

  private void next(HttpExchange exchange) throws IOException, InterruptedException {
    ready.complete(null);
    Invocation invocation = pending.take();
    invocation.markTaken();
    var headers = exchange.getResponseHeaders();
    headers.set("Content-Type", "application/json");
    headers.set("Lambda-Runtime-Aws-Request-Id", invocation.id());
    headers.set("Lambda-Runtime-Invoked-Function-Arn", functionArn);
    headers.set(
        "Lambda-Runtime-Deadline-Ms", Long.toString(Instant.now().plus(timeout).toEpochMilli()));
    headers.set(
        "Lambda-Runtime-Trace-Id",
        "Root=1-00000000-000000000000000000000000;Parent=0000000000000000;Sampled=0");
    exchange.sendResponseHeaders(200, invocation.event().length);
    exchange.getResponseBody().write(invocation.event());
  }

  private void response(HttpExchange exchange, String path) throws IOException {
    Invocation invocation = invocation(path);
    if (invocation == null) {
      reply(exchange, 400);
      return;
    }
    byte[] body = exchange.getRequestBody().readNBytes(MAX_RESPONSE_BYTES + 1);
    if (body.length > MAX_RESPONSE_BYTES) {
      exchange.getRequestBody().transferTo(OutputStream.nullOutputStream());
      reply(exchange, 413);
      invocation.fail(
          new FunctionError(
              Kind.RESPONSE_TOO_LARGE,
              "Function.ResponseSizeTooLarge",
              "Response payload size exceeded the maximum of " + MAX_RESPONSE_BYTES + " bytes"));
      return;
    }
    reply(exchange, 202);
    invocation.succeed(body);
  }

  private void error(HttpExchange exchange, String path) throws IOException {
    Invocation invocation = invocation(path);
    FunctionError error = readError(exchange, Kind.HANDLER);
    reply(exchange, invocation == null ? 400 : 202);
    if (invocation != null) {
      invocation.fail(error);
    }
  }

  private void initError(HttpExchange exchange) throws IOException {
    FunctionError error = readError(exchange, Kind.INIT);
    reply(exchange, 202);
    ready.completeExceptionally(error);
  }

  private static FunctionError readError(HttpExchange exchange, Kind kind) throws IOException {
    String type = exchange.getRequestHeaders().getFirst("Lambda-Runtime-Function-Error-Type");
    String body =
        new String(
            exchange.getRequestBody().readNBytes(MAX_RESPONSE_BYTES), StandardCharsets.UTF_8);
    return new FunctionError(kind, type == null ? "Unknown" : type, message(body));
  }

  /** The readable part of the error document that a runtime posts. */
  private static String message(String document) {
    try {
      JsonNode error = JSON.readTree(document);
      return error.path("errorType").asText("") + " " + error.path("errorMessage").asText("");
    } catch (JsonProcessingException e) {
      return "the runtime posted an error that is not JSON";
    }
  }

  private @Nullable Invocation invocation(String path) {
    Invocation invocation = current.get();
    return invocation != null && path.contains("/" + invocation.id() + "/") ? invocation : null;
  }

  private static void reply(HttpExchange exchange, int status) throws IOException {
    exchange.sendResponseHeaders(status, -1);
  }
}
