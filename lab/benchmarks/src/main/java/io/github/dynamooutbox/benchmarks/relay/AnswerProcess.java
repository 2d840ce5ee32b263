package io.github.dynamooutbox.benchmarks.relay;

import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalService;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** {@link AnswerServer} in a JVM of its own. */
public final class AnswerProcess implements AutoCloseable {
  private static final Duration START = Duration.ofSeconds(30);

  private final HttpClient http = HttpClient.newHttpClient();
  private final LocalService process;
  private final URI endpoint;

  /** Publishing requests since the last call, and the sum of the hashes of their bodies. */
  public record Requests(long count, long hashes) {}

  /** Starts the server and waits until it listens. */
  public AnswerProcess() {
    CompletableFuture<String> port = new CompletableFuture<>();
    process =
        LocalService.start(
            "answers",
            List.of("-Xmx256m", "-XX:+UseSerialGC", "-Dsun.net.httpserver.nodelay=true"),
            System.getProperty("java.class.path"),
            List.of(AnswerServer.class.getName()),
            Map.of(),
            line -> {
              if (line.startsWith(AnswerServer.READY)) {
                port.complete(line.substring(AnswerServer.READY.length()));
              }
            });
    endpoint =
        URI.create(
            "http://127.0.0.1:" + port.orTimeout(START.toMillis(), TimeUnit.MILLISECONDS).join());
  }

  public URI endpoint() {
    return endpoint;
  }

  /** From now on, clients of this JVM without an endpoint of their own call this server. */
  void beDefaultEndpoint() {
    System.setProperty("aws.region", LocalClients.REGION.id());
    System.setProperty("aws.accessKeyId", "local");
    System.setProperty("aws.secretAccessKey", "local");
    System.setProperty("aws.endpointUrl", endpoint.toString());
  }

  void answerAfter(Duration time) {
    Requests unused = control("answer?" + time.toMillis());
  }

  void hashBodies(boolean hash) {
    Requests unused = control("hashes?" + hash);
  }

  public Requests requests() {
    return control("requests");
  }

  private Requests control(String what) {
    HttpRequest request = HttpRequest.newBuilder(endpoint.resolve("/control/" + what)).build();
    try {
      String[] counts = http.send(request, BodyHandlers.ofString()).body().split(" ", 2);
      return new Requests(Long.parseLong(counts[0]), Long.parseLong(counts[1]));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot ask the server on loopback: " + process.tail(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
