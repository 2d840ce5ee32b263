package io.github.dynamooutbox.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What the starter adds to the start of a service with a web server. */
@Tag("full")
class StartUpTest {
  private static final int ROUNDS = 9;

  private static final String AUTO_CONFIGURATIONS =
      String.join(
          ",",
          OutboxAutoConfiguration.class.getName(),
          OutboxActuatorAutoConfiguration.class.getName(),
          OutboxCommandAutoConfiguration.class.getName(),
          OutboxProblemAutoConfiguration.class.getName());

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Service {
    @Bean
    DynamoDbClient client() {
      return DynamoDbClient.builder()
          .region(Region.EU_CENTRAL_1)
          .credentialsProvider(AnonymousCredentialsProvider.create())
          .build();
    }
  }

  @Test
  void startsAboutAsFastAsWithoutIt() {
    List<Long> with = new ArrayList<>();
    List<Long> without = new ArrayList<>();
    for (int i = 0; i < ROUNDS; i++) {
      with.add(startNanos(""));
      without.add(startNanos(AUTO_CONFIGURATIONS));
    }
    double ratio = (double) median(with) / median(without);
    System.out.printf(
        "start of a service: %d ms with the starter, %d ms without, ratio %.2f%n",
        median(with) / 1_000_000, median(without) / 1_000_000, ratio);
    assertThat(ratio).isLessThan(3);
  }

  private static long startNanos(String excluded) {
    SpringApplication application = new SpringApplication(Service.class);
    application.setDefaultProperties(
        Map.of(
            "server.port", "0",
            "server.address", "127.0.0.1",
            "logging.level.root", "ERROR",
            "dynamo-outbox.table", "orders",
            "dynamo-outbox.source", "/shop/orders",
            "management.health.outbox.enabled", "false",
            "spring.autoconfigure.exclude", excluded));
    long begin = System.nanoTime();
    ConfigurableApplicationContext started = application.run();
    long nanos = System.nanoTime() - begin;
    started.close();
    return nanos;
  }

  private static long median(List<Long> nanos) {
    Collections.sort(nanos);
    return nanos.get(nanos.size() / 2);
  }
}
