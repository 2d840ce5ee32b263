package io.github.dynamooutbox.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.writer.InvalidConfigurationException;
import io.github.dynamooutbox.writer.Outbox;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class OutboxPropertiesTest {
  private static final Path GUIDE = Path.of("../../docs/spring-boot.md");

  private final ApplicationContextRunner service =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(OutboxAutoConfiguration.class))
          .withBean(
              DynamoDbClient.class,
              () ->
                  DynamoDbClient.builder()
                      .region(Region.EU_CENTRAL_1)
                      .credentialsProvider(AnonymousCredentialsProvider.create())
                      .build());

  @Test
  void saysWhichSettingIsMissing() {
    service
        .withPropertyValues("dynamo-outbox.source=/shop/orders")
        .run(
            context -> {
              FailureAnalysis analysis =
                  new OutboxFailureAnalyzer().analyze(context.getStartupFailure());
              assertThat(analysis.getDescription()).contains("table");
              assertThat(analysis.getAction()).contains("dynamo-outbox");
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "retention=24h",
        "idempotency.retention=59m",
        "commit-timeout=6m",
        "compress-from=255B",
        "source=a b"
      })
  void refusesAtStartWhatTheOutboxRefuses(String wrong) {
    service
        .withPropertyValues(
            "dynamo-outbox.table=orders",
            "dynamo-outbox.source=/shop/orders",
            "dynamo-outbox." + wrong)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .rootCause()
                    .isInstanceOf(InvalidConfigurationException.class));
  }

  @Test
  void bindsEveryProperty() {
    service
        .withPropertyValues(
            "dynamo-outbox.table=orders",
            "dynamo-outbox.outbox-table=orders-outbox",
            "dynamo-outbox.source=/shop/orders",
            "dynamo-outbox.region=eu-west-1",
            "dynamo-outbox.retention=30d",
            "dynamo-outbox.commit-timeout=3s",
            "dynamo-outbox.strict-order=true",
            "dynamo-outbox.compress-from=4KB",
            "dynamo-outbox.targets=sns,sqs,kinesis",
            "dynamo-outbox.schema.partition-key=a",
            "dynamo-outbox.schema.sort-key=b",
            "dynamo-outbox.schema.prefix=P#",
            "dynamo-outbox.schema.ttl-attribute=c",
            "dynamo-outbox.idempotency.retention=2d")
        .run(context -> assertThat(context).hasSingleBean(Outbox.class));
  }

  /** Name, default and description, as IDEs show them. */
  @ParameterizedTest
  @MethodSource("properties")
  void isDocumented(JsonNode property) throws IOException {
    String description = property.path("description").asString("");
    assertThat(description).as("Javadoc of %s", property).isNotEmpty();
    assertThat(Files.readString(GUIDE))
        .contains("| `%s` | %s |".formatted(property.path("name").asString(), description));
  }

  static List<JsonNode> properties() throws IOException {
    try (InputStream metadata =
        OutboxProperties.class.getResourceAsStream(
            "/META-INF/spring-configuration-metadata.json")) {
      List<JsonNode> all =
          JsonMapper.shared().readTree(metadata).path("properties").valueStream().toList();
      assertThat(all).isNotEmpty();
      return all;
    }
  }
}
