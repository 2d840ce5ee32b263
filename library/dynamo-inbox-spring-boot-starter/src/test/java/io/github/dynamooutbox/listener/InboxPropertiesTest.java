package io.github.dynamooutbox.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.inbox.lambda.FailureKind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class InboxPropertiesTest {
  private static final Path GUIDE = Path.of("../../docs/spring-boot.md");

  @Test
  void bindsEveryProperty() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(InboxAutoConfiguration.class))
        .withPropertyValues(
            "dynamo-inbox.table=totals",
            "dynamo-inbox.retention=2d",
            "dynamo-inbox.timeout=3s",
            "dynamo-inbox.parallel=7",
            "dynamo-inbox.dead-letter-kinds=unusable,condition-failed",
            "dynamo-inbox.start-listeners=false",
            "dynamo-inbox.schema.partition-key=a",
            "dynamo-inbox.schema.sort-key=b",
            "dynamo-inbox.schema.ttl-attribute=c",
            "dynamo-inbox.large-payloads.max=2MB")
        .run(
            context -> {
              InboxProperties bound = context.getBean(InboxProperties.class);
              assertThat(bound.table()).isEqualTo("totals");
              assertThat(bound.retention()).isEqualTo(Duration.ofDays(2));
              assertThat(bound.timeout()).isEqualTo(Duration.ofSeconds(3));
              assertThat(bound.parallel()).isEqualTo(7);
              assertThat(bound.deadLetterKinds())
                  .containsOnly(FailureKind.UNUSABLE, FailureKind.CONDITION_FAILED);
              assertThat(bound.startListeners()).isFalse();
              assertThat(bound.schema().toSchema().partitionKey()).isEqualTo("a");
              assertThat(bound.schema().toSchema().sortKey()).isEqualTo("b");
              assertThat(bound.schema().toSchema().ttlAttribute()).isEqualTo("c");
              assertThat(bound.largePayloads().max().toMegabytes()).isEqualTo(2);
            });
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
        InboxProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json")) {
      List<JsonNode> all =
          JsonMapper.shared().readTree(metadata).path("properties").valueStream().toList();
      assertThat(all).isNotEmpty();
      return all;
    }
  }
}
