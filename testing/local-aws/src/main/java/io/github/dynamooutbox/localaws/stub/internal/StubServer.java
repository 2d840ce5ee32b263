package io.github.dynamooutbox.localaws.stub.internal;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Serves all services on one port of the loopback interface, and applies injected faults. */
public final class StubServer implements AutoCloseable {
  private static final int THREADS = 32;

  static {
    // Without it, each answer on a kept-alive connection waits 40 ms for a delayed acknowledgement.
    if (System.getProperty("sun.net.httpserver.nodelay") == null) {
      System.setProperty("sun.net.httpserver.nodelay", "true");
    }
  }

  private final List<ServiceEndpoint> endpoints;
  private final Function<WireRequest, WireReply> unknown;
  private final FaultBook faults;
  private final ExecutorService workers = Executors.newFixedThreadPool(THREADS, StubServer::thread);
  private final HttpServer http;

  /**
   * Starts the server.
   *
   * @param port the port, 0 for a free one
   * @param unknown answers requests that are for none of the endpoints
   * @throws UncheckedIOException if it cannot listen on the port
   */
  public StubServer(
      int port,
      List<ServiceEndpoint> endpoints,
      Function<WireRequest, WireReply> unknown,
      FaultBook faults) {
    this.unknown = unknown;
    this.endpoints = List.copyOf(endpoints);
    this.faults = faults;
    try {
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on loopback port " + port, e);
    }
    http.createContext("/", this::serve);
    http.setExecutor(workers);
    startAsDaemon();
  }

  /**
   * The server's own thread inherits daemon status, so that a stub that is never closed does not
   * keep the JVM running.
   */
  private void startAsDaemon() {
    Thread starter = thread(http::start);
    starter.start();
    try {
      starter.join();
    } catch (InterruptedException e) {
      close();
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the stub was starting", e);
    }
  }

  public URI endpoint() {
    InetSocketAddress address = http.getAddress();
    return URI.create("http://127.0.0.1:" + address.getPort());
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      WireRequest request =
          new WireRequest(
              exchange.getRequestURI().getPath(),
              exchange.getRequestHeaders(),
              exchange.getRequestBody().readAllBytes());
      Optional<WireReply> reply = answer(request);
      if (reply.isPresent()) {
        send(exchange, reply.get());
      }
      // Closing an exchange that has no answer closes its connection.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Optional<WireReply> answer(WireRequest request) throws InterruptedException {
    Optional<ServiceEndpoint> endpoint =
        endpoints.stream().filter(candidate -> candidate.serves(request)).findFirst();
    if (endpoint.isEmpty()) {
      return Optional.of(unknown.apply(request));
    }
    return answer(endpoint.get(), request);
  }

  private Optional<WireReply> answer(ServiceEndpoint endpoint, WireRequest request)
      throws InterruptedException {
    FaultPlan plan;
    WireReply reply;
    try {
      if (request.header("Authorization").isEmpty()) {
        throw endpoint.unsigned();
      }
      ServiceEndpoint.Call call = endpoint.open(request);
      plan = faults.plan(endpoint.service(), call.action(), call.targets());
      if (plan.breaksConnection()) {
        return Optional.empty();
      }
      reply = perform(endpoint, request, call, plan);
    } catch (ServiceError e) {
      return Optional.of(endpoint.reply(request, e));
    }
    TimeUnit.NANOSECONDS.sleep(plan.delay().toNanos());
    return plan.losesAnswer() ? Optional.empty() : Optional.of(reply);
  }

  private static WireReply perform(
      ServiceEndpoint endpoint, WireRequest request, ServiceEndpoint.Call call, FaultPlan plan) {
    if (plan.requestError().isPresent()) {
      return endpoint.reply(request, plan.requestError().get());
    }
    try {
      return call.perform(plan);
    } catch (ServiceError e) {
      return endpoint.reply(request, e);
    } catch (RuntimeException e) {
      String what = "The stub failed with " + e.getClass().getName();
      return endpoint.reply(
          request, new ServiceError(500, endpoint.service().internalErrorCode(), what));
    }
  }

  private static void send(HttpExchange exchange, WireReply reply) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", reply.contentType());
    reply.headers().forEach(exchange.getResponseHeaders()::set);
    exchange.getResponseHeaders().set("x-amzn-RequestId", UUID.randomUUID().toString());
    exchange.sendResponseHeaders(
        reply.status(), reply.body().length == 0 ? -1 : reply.body().length);
    if (reply.body().length > 0) {
      exchange.getResponseBody().write(reply.body());
    }
  }

  private static final AtomicInteger THREAD_NUMBER = new AtomicInteger();

  private static Thread thread(Runnable task) {
    Thread thread = new Thread(task, "aws-stub-" + THREAD_NUMBER.incrementAndGet());
    thread.setDaemon(true);
    return thread;
  }

  @Override
  public void close() {
    http.stop(0);
    workers.shutdownNow();
  }
}
