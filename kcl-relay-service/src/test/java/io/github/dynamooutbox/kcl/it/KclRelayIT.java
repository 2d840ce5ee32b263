package io.github.dynamooutbox.kcl.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.kcl.settings.ExitCode;
import io.github.dynamooutbox.localaws.LocalGateway;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** From a commit to four kinds of targets, through the packaged service. */
@Timeout(300)
class KclRelayIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String STREAMS_ENDPOINT = "AWS_ENDPOINT_URL_DYNAMODB_STREAMS";

  private static final Pattern LITTLE_LAG =
      Pattern.compile("outbox_shard_lag_seconds\\{shard=\"[^\"]+\"} 0\\.");
  private static final Pattern SINCE = Pattern.compile(" since ([0-9T:.-]+Z)\n");
  private static final String ONE_MOVE = "\noutbox_lease_moves_total 1.0";
  private static final String SHORT_LIVED = KclSystem.APPLICATION + "-short-lived";

  /** Warnings of newer JVMs about libraries, on standard error, which the log does not use. */
  private static final Pattern OF_JVM = Pattern.compile("^(WARNING: |OpenJDK|Picked up )");

  private static KclSystem system;

  @BeforeAll
  static void startSystem() {
    system = new KclSystem();
  }

  @AfterAll
  static void stopSystem() {
    system.close();
  }

  @Test
  void publishesEverythingOnceAndInOrderAndContinuesAfterARestartUntilTheStreamFails() {
    system.placeOrders("a-", 20, 1, 5);
    WorkerProcess worker = system.start("one", "--cloudwatch", "orders", "--log", "json");
    system.await(
        () -> "nothing arrives",
        () -> Received.all(system.aws, "a-").stream().allMatch(r -> !r.versions().isEmpty()));
    system.placeOrders("a-", 20, 6, 10);
    assertThat(system.awaitOrders("a-", 20, 10)).allMatch(target -> target.duplicates() == 0);

    assertThat(worker.get("/health/live")).startsWith("200");
    assertThat(worker.get("/health/ready")).startsWith("200");
    // A target has an event before the worker has the target's answer.
    system.await(
        () -> "not all is counted: " + worker.get("/metrics"),
        () -> worker.answers("/metrics", "outbox_events_published_total{target=\"bus\"} 200.0"));
    assertThat(worker.get("/metrics"))
        .contains("outbox_leases 1.0")
        .contains("outbox_shard_lag_seconds{shard=")
        .contains("outbox_write_to_publish_seconds_bucket{target=\"audit\"")
        .contains("outbox_batch_entries_count{target=\"billing\"}");

    // The worker first checked before it had the lease, and checks every five seconds.
    system.await(
        () -> "its shard has no worker: " + worker.get("/metrics"),
        () -> worker.get("/metrics").contains("outbox_shards_unowned 0.0"));
    system.await(
        () -> "reads that find nothing are not seen: " + worker.get("/metrics"),
        () -> LITTLE_LAG.matcher(worker.get("/metrics")).find());

    worker.terminate();
    assertThat(worker.awaitExit(Duration.ofSeconds(25))).as(worker.tail()).isZero();
    List<String> metrics = worker.output.stream().filter(l -> l.startsWith("{\"_aws\"")).toList();
    for (String target : List.of("bus", "shop", "billing", "audit")) {
      assertThat(metrics)
          .as(worker.tail())
          .anyMatch(
              l ->
                  l.contains("\"Target\":\"%s\"".formatted(target))
                      && l.contains("\"Service\":\"orders\"")
                      && l.contains("\"Published\":"));
    }

    system.placeOrders("b-", 1, 1, 1);
    continuesUntilTheStreamDoesNotAnswer();
    assertThat(system.awaitOrders("a-", 20, 10)).allMatch(target -> target.duplicates() == 0);
    assertThat(worker.output).noneMatch(line -> line.contains("secret"));
    assertThat(worker.output).noneMatch(line -> line.contains("common pool"));
    assertThat(worker.output)
        .filteredOn(line -> !OF_JVM.matcher(line).find())
        .isNotEmpty()
        .allSatisfy(KclRelayIT::isOneJsonObject);
  }

  private static void continuesUntilTheStreamDoesNotAnswer() {
    URI stream = system.streamsEndpoint();
    LocalGateway gateway = LocalGateway.start(stream, stream, stream);
    WorkerProcess worker =
        system.start(Map.of(STREAMS_ENDPOINT, gateway.endpoint().toString()), "two");
    try (gateway) {
      system.awaitOrders("b-", 1, 1);
      assertThat(worker.get("/health/ready")).as(worker.tail()).startsWith("200");
    }
    system.await(worker::tail, () -> worker.get("/health/ready").startsWith("503"));
    assertThat(worker.get("/health/ready")).contains("was last read");
    assertThat(worker.get("/health/live")).startsWith("200");
    assertThat(worker.get("/metrics"))
        .as("the lag is the time since the last read")
        .containsPattern("outbox_shard_lag_seconds\\{shard=\"[^\"]+\"} [1-9][0-9]+\\.");
    worker.terminate();
    assertThat(worker.awaitExit(Duration.ofSeconds(25))).as(worker.tail()).isZero();
  }

  /** A line of the log, or of metrics. */
  private static void isOneJsonObject(String line) throws JsonProcessingException {
    JsonNode object = JSON.readTree(line);
    if (!object.has("_aws")) {
      assertThat(Instant.parse(object.path("timestamp").asText())).isAfter(Instant.EPOCH);
      assertThat(List.of("level", "logger", "message"))
          .allSatisfy(field -> assertThat(object.path(field).asText()).as(field).isNotBlank());
    }
  }

  @Test
  void anotherWorkerTakesOverWhenTheLeaderIsKilled() throws IOException {
    system.placeOrders("c-", 10, 1, 5);
    WorkerProcess leader = system.start("leader");
    system.awaitOrders("c-", 10, 5);
    WorkerProcess follower = system.start("follower");
    WorkerProcess twin = system.start("leader");
    answersWhileOthersSendHalfARequest(leader);
    system.await(follower::tail, () -> leadsAndRelays(follower, "leader"));
    assertThat(twin.awaitExit(Duration.ofSeconds(60))).as(twin.tail()).isEqualTo(1);
    assertThat(twin.says("a worker named \"leader\" is running")).as(twin.tail()).isTrue();
    leader.kill();
    Instant killed = Instant.now();
    system.placeOrders("c-", 10, 6, 10);
    Instant placed = Instant.now();
    system.awaitOrders("c-", 10, 10);
    assertThat(Duration.between(placed, Instant.now())).isLessThan(Duration.ofSeconds(30));
    system.await(follower::tail, () -> leadsAndRelays(follower, "follower"));
    assertThat(relaysSince(follower)).isAfter(killed.minusSeconds(1));
    assertThat(follower.get("/metrics")).contains("\noutbox_leader 1.0").contains(ONE_MOVE);
    follower.terminate();
    assertThat(follower.awaitExit(Duration.ofSeconds(25))).as(follower.tail()).isZero();
  }

  /** Whether the asked worker reports that the other one leads and relays the stream's shard. */
  private static boolean leadsAndRelays(WorkerProcess asked, String worker) {
    return asked.answers("/leases", "leader " + worker + "\nshardId-")
        && asked.get("/leases").contains(" " + worker + " since ");
  }

  private static Instant relaysSince(WorkerProcess asked) {
    Matcher since = SINCE.matcher(asked.get("/leases"));
    assertThat(since.find()).as(asked.get("/leases")).isTrue();
    return Instant.parse(since.group(1));
  }

  private static void answersWhileOthersSendHalfARequest(WorkerProcess worker) throws IOException {
    List<Socket> halves = new ArrayList<>();
    try {
      for (int i = 0; i < 20; i++) {
        Socket half = new Socket(InetAddress.getLoopbackAddress(), worker.port());
        halves.add(half);
        half.getOutputStream().write("GET /health/live HTTP/1.1\r\nHost: ".getBytes(UTF_8));
        half.getOutputStream().flush();
      }
      Instant asked = Instant.now();
      assertThat(worker.get("/health/live")).startsWith("200");
      assertThat(Duration.between(asked, Instant.now())).isLessThan(Duration.ofSeconds(10));
    } finally {
      for (Socket half : halves) {
        half.close();
      }
    }
  }

  @Test
  void shutsDownInOrderDuringStartup() throws Exception {
    try (ParameterStub silent = new ParameterStub(system.config(), true)) {
      WorkerProcess configured = system.start(silent.environment(), "configured");
      assertThat(silent.asked.await(1, TimeUnit.MINUTES)).as(configured.tail()).isTrue();
      configured.terminate();
      assertThat(configured.awaitExit(Duration.ofSeconds(25))).as(configured.tail()).isZero();
    }
    WorkerProcess starting = system.start("starting", "--application", "never-started");
    system.await(() -> "does not start", () -> starting.says("Reading arn"));
    starting.terminate();
    assertThat(starting.awaitExit(Duration.ofSeconds(25))).as(starting.tail()).isZero();
    assertThat(starting.output).anyMatch(line -> line.contains("Stopped cleanly"));
  }

  /** Otherwise it would take leases without relaying anything. */
  @Test
  void doesNotStartIfTheStreamCannotBeRead() {
    WorkerProcess worker =
        system.start(Map.of(STREAMS_ENDPOINT, "http://127.0.0.1:9"), "never-started");

    assertThat(worker.awaitExit(Duration.ofSeconds(60)))
        .as(worker.tail())
        .isEqualTo(ExitCode.CANNOT_READ);
    assertThat(worker.output)
        .anyMatch(line -> line.contains("cannot be read") && line.contains("DescribeStream"));
  }

  @Test
  void readsItsConfigurationFromAParameter() throws Exception {
    try (ParameterStub parameters = new ParameterStub(system.config(), false)) {
      system.placeOrders("p-", 1, 1, 1);
      WorkerProcess worker = system.start(parameters.environment(), "configured");
      system.awaitOrders("p-", 1, 1);
      worker.terminate();
      assertThat(worker.awaitExit(Duration.ofSeconds(25))).as(worker.tail()).isZero();
    }
  }

  @Test
  void exitsImmediatelyAtTheSecondSignal() {
    Injection hanging =
        system
            .faults()
            .inject(
                When.on(Service.KINESIS).action("PutRecords"), Fault.slow(Duration.ofSeconds(20)));
    system.placeOrders("d-", 5, 1, 2);
    WorkerProcess worker = system.start("hanging");
    system.await(
        () -> "the bus has none",
        () ->
            system.aws.events(KclSystem.BUS, 0).stream()
                .anyMatch(event -> event.body().contains("\"d-0\"")));
    worker.terminate();
    system.await(() -> "does not stop", () -> worker.says("Stopping:"));
    assertThat(worker.isAlive()).isTrue();
    worker.terminate();
    // An orderly end would wait for the request, and be 0.
    assertThat(worker.awaitExit(Duration.ofSeconds(10))).isEqualTo(143);

    hanging.cancel();
    WorkerProcess next = system.start("after");
    system.awaitOrders("d-", 5, 2);
    next.terminate();
    assertThat(next.awaitExit(Duration.ofSeconds(25))).as(next.tail()).isZero();
  }

  @Test
  void reportsWhatHasToBeFixed() {
    system.turnTtlOff();

    WorkerProcess check = system.run("--check");

    assertThat(check.awaitExit(Duration.ofSeconds(1))).isEqualTo(3);
    assertThat(check.output)
        .anyMatch(line -> line.contains("has no TTL") && line.contains("enable it"))
        .anyMatch(line -> line.equals("1 to fix"));
  }

  @Test
  void exitsWhenItsLeaseTableIsDeletedAndTheNextStartCreatesAnother() {
    system.placeOrders("e-", 5, 1, 5);
    WorkerProcess worker = system.start("first", "--application", SHORT_LIVED);
    system.awaitOrders("e-", 5, 5);
    system.dynamoDb.deleteTable(request -> request.tableName(SHORT_LIVED));
    // Checked every 5 seconds; then up to 22 seconds to finish what is in flight.
    assertThat(worker.awaitExit(Duration.ofSeconds(90))).as(worker.tail()).isEqualTo(1);
    assertThat(worker.output).anyMatch(line -> line.contains("was deleted: restart the worker"));

    system.placeOrders("e-", 5, 6, 10);
    WorkerProcess next = system.start("second", "--application", SHORT_LIVED);
    system.awaitOrders("e-", 5, 10);
    next.terminate();
    assertThat(next.awaitExit(Duration.ofSeconds(25))).as(next.tail()).isZero();
  }

  /** A stub of Systems Manager with one parameter. */
  private static final class ParameterStub implements AutoCloseable {
    static final String NAME = "/outbox/orders";

    /** Counted down when the parameter is requested. */
    final CountDownLatch asked = new CountDownLatch(1);

    private final CountDownLatch answers;
    private final ExecutorService threads = Executors.newSingleThreadExecutor();
    private final HttpServer http;
    private final String value;

    /**
     * @param silent whether it never answers
     */
    ParameterStub(String value, boolean silent) throws IOException {
      this.value = value;
      answers = new CountDownLatch(silent ? 1 : 0);
      http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      http.createContext("/", this::answer);
      http.setExecutor(threads);
      http.start();
    }

    /** The environment of a worker that reads its configuration from the parameter. */
    Map<String, String> environment() {
      return Map.of(
          "OUTBOX_CONFIG",
          "",
          "OUTBOX_CONFIG_SSM_PARAMETER",
          NAME,
          "AWS_ENDPOINT_URL_SSM",
          "http://127.0.0.1:" + http.getAddress().getPort());
    }

    private void answer(HttpExchange exchange) throws IOException {
      try (exchange) {
        ObjectMapper json = new ObjectMapper();
        String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
        String name = json.readTree(exchange.getRequestBody()).path("Name").asText();
        asked.countDown();
        answers.await();
        boolean found = target.equals("AmazonSSM.GetParameter") && name.equals(NAME);
        ObjectNode answer = json.createObjectNode();
        if (found) {
          answer.putObject("Parameter").put("Name", name).put("Value", value);
        } else {
          answer.put("__type", "ParameterNotFound");
        }
        byte[] body = json.writeValueAsBytes(answer);
        exchange.sendResponseHeaders(found ? 200 : 400, body.length);
        exchange.getResponseBody().write(body);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public void close() {
      threads.shutdownNow();
      http.stop(0);
    }
  }
}
