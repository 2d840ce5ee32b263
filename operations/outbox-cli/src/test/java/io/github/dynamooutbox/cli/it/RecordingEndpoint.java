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
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

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
  private final Set<String> owners = new ConcurrentSkipListSet<>();
  private final HttpServer server;
  private final URI services;
  private volatile Pattern refused = Pattern.compile("(?!)");
  private volatile Pattern unanswered = Pattern.compile("(?!)");
  private volatile Pattern late = Pattern.compile("(?!)");
  private volatile Duration delay = Duration.ZERO;
  private final AtomicBoolean trimmed = new AtomicBoolean();
  private volatile Pattern throttled = Pattern.compile("(?!)");
  private final Random chance = new Random(49);
  private final CountDownLatch closing = new CountDownLatch(1);

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

  /** Follows the right of a request about the log of decisions, which fails only if it is meant. */
  static final String OF_DECISIONS = " of decisions";

  /**
   * For example {@code "Query orders"}: the action, and the table where it has one; {@code
   * "GetRecords stream"} and {@code "GetObject bucket"} for tables' streams and S3.
   */
  Set<String> rights() {
    return Set.copyOf(rights);
  }

  /** Who has asked for leases since the last call. */
  Set<String> leaseOwners() {
    Set<String> all = Set.copyOf(owners);
    owners.clear();
    return all;
  }

  /** From now on, requests that take such a right fail as if the service had a fault. */
  void refuse(String right) {
    refused = Pattern.compile(right);
  }

  /**
   * From now on, requests that take such a right get no answer, nor those for such a path: {@code
   * "GET /bucket/key"}, for example.
   */
  void leaveUnanswered(String right) {
    unanswered = Pattern.compile(right);
  }

  /** From now on, three of ten requests that take such a right are throttled. */
  void throttle(String right) {
    throttled = Pattern.compile(right);
  }

  /** The stream has deleted what the next read of it asks for. */
  void trim() {
    trimmed.set(true);
  }

  /** From now on, requests that take such a right are passed on so much later. */
  void delay(String right, Duration time) {
    delay = time;
    late = Pattern.compile(right);
  }

  private void pass(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
    Set<String> asked = new TreeSet<>();
    if (target == null) {
      asked.add(ofObjects(exchange.getRequestMethod(), exchange.getRequestURI().getPath()));
    } else {
      note(target, body, asked);
    }
    rights.addAll(asked);
    if (new String(body, StandardCharsets.UTF_8).contains("#DECISION#")) {
      asked = asked.stream().map(right -> right + OF_DECISIONS).collect(Collectors.toSet());
    }
    if (asked.stream().anyMatch(right -> refused.matcher(right).matches())) {
      byte[] fault = "{\"__type\": \"InternalServerError\"}".getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(500, fault.length);
      exchange.getResponseBody().write(fault);
      exchange.close();
      return;
    }
    if (asked.stream().anyMatch(right -> throttled.matcher(right).matches())
        && chance.nextInt(10) < 3) {
      answer(exchange, "ProvisionedThroughputExceededException");
      return;
    }
    if (asked.contains("GetRecords stream") && trimmed.compareAndSet(true, false)) {
      answer(exchange, "TrimmedDataAccessException");
      return;
    }
    asked.add(exchange.getRequestMethod() + ' ' + exchange.getRequestURI());
    if (asked.stream().anyMatch(right -> unanswered.matcher(right).matches())) {
      awaitClosing();
      return;
    }
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
      if (asked.stream().anyMatch(right -> late.matcher(right).matches())) {
        TimeUnit.NANOSECONDS.sleep(delay.toNanos());
      }
      answer(exchange, client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private static void answer(HttpExchange exchange, String failure) throws IOException {
    byte[] fault =
        "{\"__type\": \"com.amazonaws.dynamodb.v20120810#%s\"}"
            .formatted(failure)
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
    exchange.sendResponseHeaders(400, fault.length);
    exchange.getResponseBody().write(fault);
    exchange.close();
  }

  private void awaitClosing() throws IOException {
    try {
      closing.await();
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

  /** S3 has no header that names the action. */
  private static String ofObjects(String method, String path) {
    boolean isBucket = path.replaceAll("^/|/$", "").indexOf('/') < 0;
    return switch (method) {
      case "GET" -> isBucket ? "ListBucket bucket" : "GetObject bucket";
      case "DELETE" -> "DeleteObject bucket";
      default -> method + " bucket";
    };
  }

  private void note(String target, byte[] body, Set<String> asked) throws IOException {
    String action = target.substring(target.indexOf('.') + 1);
    if (target.startsWith("DynamoDBStreams")) {
      asked.add(action + " stream");
      return;
    }
    if (!target.startsWith("DynamoDB")) {
      asked.add(action);
      return;
    }
    JsonNode request = JSON.readTree(body);
    JsonNode owner = request.path("ExpressionAttributeValues").path(":owner").path("S");
    if (owner.isTextual()) {
      owners.add(owner.asText());
    }
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
                                      of.getValue(),
                                      asked)));
      case "BatchGetItem", "BatchWriteItem" ->
          request
              .path("RequestItems")
              .properties()
              .forEach(table -> asked.add(action + ' ' + table.getKey()));
      case "ExecuteStatement" ->
          asked.add(
              "PartiQLSelect "
                  + request.path("Statement").asText().replaceFirst("^SELECT.*?\"(.*?)\".*", "$1"));
      default -> note(action, request, asked);
    }
  }

  private static void note(String action, JsonNode request, Set<String> asked) {
    asked.add((action + ' ' + request.path("TableName").asText()).strip());
  }

  @Override
  public void close() {
    closing.countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
