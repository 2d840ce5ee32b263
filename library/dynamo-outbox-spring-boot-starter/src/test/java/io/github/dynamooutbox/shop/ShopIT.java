package io.github.dynamooutbox.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.spring.CommandTenant;
import io.github.dynamooutbox.testdynamodb.DynamoDbExtension;
import io.github.dynamooutbox.testdynamodb.TestTable;
import io.github.dynamooutbox.writer.Command;
import io.github.dynamooutbox.writer.Outbox;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The guide's service, over HTTP. */
class ShopIT {
  @RegisterExtension
  static final DynamoDbExtension DYNAMODB = DynamoDbExtension.with(TestTable.named("orders"));

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static ConfigurableApplicationContext shop;

  @BeforeAll
  static void start() {
    shop = shop(DYNAMODB.client());
  }

  @AfterAll
  static void stop() {
    shop.close();
  }

  @Test
  void takesTheFirstOrderAndAnswersTheSecondWithAConflict() throws Exception {
    assertThat(put(shop, "1", "7").statusCode()).isEqualTo(201);

    HttpResponse<String> second = put(shop, "1", "8");

    assertThat(second.statusCode()).isEqualTo(409);
    assertThat(second.headers().firstValue("Content-Type")).hasValue("application/problem+json");
    assertThat(second.body())
        .contains("\"outcome\":\"not_committed\"", "It was changed in the meantime.")
        .doesNotContain("ORDER#1", "orders\"");
  }

  @Test
  void answersWhatCanNeverBeStored() throws Exception {
    HttpResponse<String> refused = put(shop, "x".repeat(2040), "7");

    assertThat(refused.statusCode()).isEqualTo(422);
    assertThat(refused.headers().firstValue("Retry-After")).isEmpty();
  }

  @Test
  void saysThatTheOutcomeIsUnknownWhereNobodyAnswers() throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        DynamoDbClient client = client(silent.getLocalPort());
        ConfigurableApplicationContext other = shop(client, "--dynamo-outbox.commit-timeout=1s")) {
      HttpResponse<String> unknown = put(other, "2", "7");

      assertThat(unknown.statusCode()).isEqualTo(503);
      assertThat(unknown.headers().firstValue("Retry-After")).hasValue("5");
      assertThat(unknown.body()).contains("\"outcome\":\"unknown\"");
    }
  }

  @Test
  void tellsWhetherItsTableSuitsAndHowCommitsEnded() throws Exception {
    put(shop, "3", "7");
    put(shop, "3", "7");

    assertThat(get("/actuator/health/outbox"))
        .contains("\"status\":\"UP\"", "are PK, SK", "has view type NEW_IMAGE", "is on for ttl");
    assertThat(get("/actuator/outbox"))
        .contains("\"source\":\"/shop/orders\"", "\"committed\":", "\"refused\":");
  }

  /** A restart, or requests to another instance, would repair no table. */
  @Test
  void staysAliveAndReadyWithATableThatDoesNotSuit() throws Exception {
    try (ConfigurableApplicationContext other =
        shop(
            DYNAMODB.client(),
            "--dynamo-outbox.outbox-table=missing",
            "--management.endpoint.health.probes.enabled=true")) {
      assertThat(response(other, "/actuator/health").statusCode()).isEqualTo(503);
      assertThat(response(other, "/actuator/health/liveness").statusCode()).isEqualTo(200);
      assertThat(response(other, "/actuator/health/readiness").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void answersARepeatOfACommandWithTheFirstResult() throws Exception {
    HttpResponse<String> first = post("key-1", "alice", "7");
    assertThat(first.statusCode()).isEqualTo(200);
    assertThat(first.body()).startsWith("{\"id\":");

    assertThat(post("key-1", "alice", "7").body()).isEqualTo(first.body());
    assertThat(post("key-1", "bob", "7").body()).isNotEqualTo(first.body());
    HttpResponse<String> other = post("key-1", "alice", "8");
    assertThat(other.statusCode()).isEqualTo(422);
    assertThat(other.body()).contains("belongs to another request");
    assertThat(post("", "alice", "7").statusCode()).isEqualTo(400);
  }

  @Test
  void takesNoCommandOfACallerWithoutATenant() throws Exception {
    assertThat(post("key-4", "", "7").statusCode()).isEqualTo(500);
    assertThat(post("key-4", " ", "7").statusCode()).isEqualTo(500);
  }

  @Test
  void leavesFormsWithAKeyAloneAndTakesNoCommandOfThem() throws Exception {
    assertThat(form("/forms").body()).isEqualTo("7");
    assertThat(form("/form-commands").statusCode()).isEqualTo(415);
  }

  @Test
  void takesACommandWithoutBodyAndNoneWhereItMayBeNull() throws Exception {
    assertThat(send("/empty", "application/json", "key-2", "").body()).isEqualTo("true");
    assertThat(send("/empty", "application/json", "", "").body()).isEqualTo("false");
  }

  private static HttpResponse<String> form(String path) throws Exception {
    return send(path, "application/x-www-form-urlencoded;charset=UTF-8", "key-3", "total=7");
  }

  private static HttpResponse<String> send(String path, String type, String key, String body)
      throws Exception {
    String port = shop.getEnvironment().getProperty("local.server.port");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .header("Content-Type", type)
            .header("X-User", "carol")
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (!key.isEmpty()) {
      request.header("Idempotency-Key", key);
    }
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  @RestController
  static class Forms {
    @PostMapping("/forms")
    String total(@RequestParam("total") String total) {
      return total;
    }

    @PostMapping("/form-commands")
    String command(Command command) {
      return "taken";
    }

    @PostMapping("/empty")
    String empty(@Nullable Command command) {
      return String.valueOf(command != null);
    }
  }

  @Test
  void takesOrdersOnVirtualThreadsWhereTheJvmHasThem() throws Exception {
    try (ConfigurableApplicationContext other =
        shop(DYNAMODB.client(), "--spring.threads.virtual.enabled=true")) {
      List<CompletableFuture<Integer>> statuses = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        statuses.add(
            HTTP.sendAsync(order(other, "v" + i, "7"), HttpResponse.BodyHandlers.ofString())
                .thenApply(HttpResponse::statusCode));
      }
      assertThat(statuses).allSatisfy(status -> assertThat(status.join()).isEqualTo(201));
    }
  }

  @Test
  void savesAnAggregateWithTheEventsThatItRegistered() {
    ShopApplication.Order order = new ShopApplication.Order("a1");
    ShopApplication.OrderRepository repository =
        new ShopApplication.OrderRepository(shop.getBean(Outbox.class));
    order.add(7);
    order.add(5);
    repository.save(order);
    order.add(1);
    repository.save(order);

    assertThat(
            DYNAMODB
                .client()
                .query(
                    query ->
                        query
                            .tableName("orders")
                            .keyConditionExpression("PK = :key")
                            .expressionAttributeValues(
                                Map.of(":key", AttributeValue.fromS("OUTBOX#Order#a1"))))
                .items())
        .extracting(record -> record.get("events").l().size())
        .containsExactly(2, 1);
  }

  private static HttpResponse<String> post(String key, String user, String total) throws Exception {
    String port = shop.getEnvironment().getProperty("local.server.port");
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/orders"))
            .header("Content-Type", "application/json")
            .header("X-User", user)
            .POST(HttpRequest.BodyPublishers.ofString(total));
    if (!key.isEmpty()) {
      request.header("Idempotency-Key", key);
    }
    return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }

  private static String get(String path) throws Exception {
    return response(shop, path).body();
  }

  private static HttpResponse<String> response(
      ConfigurableApplicationContext application, String path) throws Exception {
    String port = application.getEnvironment().getProperty("local.server.port");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
    return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static HttpResponse<String> put(
      ConfigurableApplicationContext application, String id, String total) throws Exception {
    return HTTP.send(order(application, id, total), HttpResponse.BodyHandlers.ofString());
  }

  private static HttpRequest order(
      ConfigurableApplicationContext application, String id, String total) {
    String port = application.getEnvironment().getProperty("local.server.port");
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/orders/" + id))
        .header("Content-Type", "application/json")
        .timeout(Duration.ofSeconds(30))
        .PUT(HttpRequest.BodyPublishers.ofString(total))
        .build();
  }

  private static ConfigurableApplicationContext shop(DynamoDbClient client, String... arguments) {
    SpringApplication application = new SpringApplication(ShopApplication.class);
    application.setDefaultProperties(
        Map.of(
            "server.port", "0",
            "server.address", "127.0.0.1",
            "dynamo-outbox.table", "orders",
            "dynamo-outbox.source", "/shop/orders",
            "management.endpoints.web.exposure.include", "health,outbox",
            "management.endpoint.health.show-details", "always"));
    application.addInitializers(
        context -> {
          GenericApplicationContext beans = (GenericApplicationContext) context;
          beans.registerBean(
              DynamoDbClient.class,
              () -> client,
              definition -> definition.setDestroyMethodName(""));
          beans.registerBean(Forms.class, Forms::new);
          beans.registerBean(
              CommandTenant.class,
              () -> request -> Objects.requireNonNullElse(request.getHeader("X-User"), ""));
        });
    return application.run(arguments);
  }

  private static DynamoDbClient client(int port) {
    return DynamoDbClient.builder()
        .endpointOverride(URI.create("http://127.0.0.1:" + port))
        .region(DYNAMODB.client().serviceClientConfiguration().region())
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("test", "test")))
        .build();
  }
}
