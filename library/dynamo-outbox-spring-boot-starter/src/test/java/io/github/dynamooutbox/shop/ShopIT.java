package io.github.dynamooutbox.shop;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.testdynamodb.DynamoDbExtension;
import io.github.dynamooutbox.testdynamodb.TestTable;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

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
        ConfigurableApplicationContext other = shop(client)) {
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

  private static String get(String path) throws Exception {
    String port = shop.getEnvironment().getProperty("local.server.port");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build();
    return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  private static HttpResponse<String> put(
      ConfigurableApplicationContext application, String id, String total) throws Exception {
    String port = application.getEnvironment().getProperty("local.server.port");
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/orders/" + id))
            .header("Content-Type", "application/json")
            .timeout(Duration.ofSeconds(30))
            .PUT(HttpRequest.BodyPublishers.ofString(total))
            .build();
    return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
  }

  private static ConfigurableApplicationContext shop(DynamoDbClient client) {
    SpringApplication application = new SpringApplication(ShopApplication.class);
    application.setDefaultProperties(
        Map.of(
            "server.port", "0",
            "server.address", "127.0.0.1",
            "dynamo-outbox.table", "orders",
            "dynamo-outbox.source", "/shop/orders",
            "dynamo-outbox.commit-timeout", "1s",
            "management.endpoints.web.exposure.include", "health,outbox",
            "management.endpoint.health.show-details", "always"));
    application.addInitializers(
        context ->
            ((GenericApplicationContext) context)
                .registerBean(
                    DynamoDbClient.class,
                    () -> client,
                    definition -> definition.setDestroyMethodName("")));
    return application.run();
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
