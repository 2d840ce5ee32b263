package io.github.dynamooutbox.cli.it;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Passes requests on to the local services, and notes which rights AWS would ask for. */
final class RecordingEndpoint implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> SET_BY_THE_CLIENT =
      Set.of("host", "connection", "content-length", "expect", "upgrade");

  /** What a transaction's actions need instead of a right of its own. */
  private static final Map<String, String> ACTIONS =
      Map.of(
          "Put", "PutItem",
          "Update", "UpdateItem",
          "Delete", "DeleteItem",
          "ConditionCheck", "ConditionCheckItem");

  private final HttpClient client = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Set<String> rights = new ConcurrentSkipListSet<>();
  private final HttpServer server;
  private final URI services;

  RecordingEndpoint(URI services) throws IOException {
    this.services = services;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::pass);
    server.start();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** For example {@code "Query orders"}: the action, and the table where it has one. */
  Set<String> rights() {
    return Set.copyOf(rights);
  }

  private void pass(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    note(exchange.getRequestHeaders().getFirst("X-Amz-Target"), body);
    HttpRequest.Builder request =
        HttpRequest.newBuilder(services.resolve(exchange.getRequestURI()))
            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (!SET_BY_THE_CLIENT.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
              }
            });
    try {
      answer(exchange, client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static void answer(HttpExchange exchange, HttpResponse<byte[]> answer)
      throws IOException {
    answer
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              if (name.toLowerCase(Locale.ROOT).startsWith("x-amz")
                  || name.equalsIgnoreCase("content-type")) {
                values.forEach(value -> exchange.getResponseHeaders().add(name, value));
              }
            });
    exchange.sendResponseHeaders(
        answer.statusCode(), answer.body().length == 0 ? -1 : answer.body().length);
    exchange.getResponseBody().write(answer.body());
    exchange.close();
  }

  private void note(String target, byte[] body) throws IOException {
    String action = target.substring(target.indexOf('.') + 1);
    if (!target.startsWith("DynamoDB")) {
      rights.add(action);
      return;
    }
    JsonNode request = JSON.readTree(body);
    switch (action) {
      case "TransactWriteItems" ->
          request
              .path("TransactItems")
              .forEach(
                  item ->
                      item.properties()
                          .forEach(
                              of ->
                                  note(
                                      Objects.requireNonNull(ACTIONS.get(of.getKey())),
                                      of.getValue())));
      case "BatchGetItem", "BatchWriteItem" ->
          request
              .path("RequestItems")
              .properties()
              .forEach(table -> rights.add(action + ' ' + table.getKey()));
      default -> note(action, request);
    }
  }

  private void note(String action, JsonNode request) {
    rights.add((action + ' ' + request.path("TableName").asText()).strip());
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
