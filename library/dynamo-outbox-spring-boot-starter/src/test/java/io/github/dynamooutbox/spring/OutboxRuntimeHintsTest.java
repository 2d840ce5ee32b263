package io.github.dynamooutbox.spring;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.GeneratedFiles.Kind;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.javapoet.ClassName;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What Spring's processing ahead of time makes of the starter. No native image is built here. */
class OutboxRuntimeHintsTest {

  @Test
  void hintsAtWhatTheWriterLooksUpByName() {
    RuntimeHints hints = new RuntimeHints();
    new OutboxRuntimeHints().registerHints(hints, getClass().getClassLoader());

    assertThat(
            RuntimeHintsPredicates.reflection()
                .onType(
                    org.springframework.aot.hint.TypeReference.of(
                        OutboxRuntimeHints.OPEN_TELEMETRY)))
        .accepts(hints);
  }

  @Test
  void isProcessedAheadOfTimeWithItsProperties() {
    AnnotationConfigApplicationContext service = new AnnotationConfigApplicationContext();
    TestPropertyValues.of("dynamo-outbox.table=orders", "dynamo-outbox.source=/shop/orders")
        .applyTo(service);
    service.register(Clients.class, OutboxAutoConfiguration.class);
    InMemoryGeneratedFiles files = new InMemoryGeneratedFiles();
    DefaultGenerationContext generation =
        new DefaultGenerationContext(
            new ClassNameGenerator(ClassName.get("com.shop", "Service")), files);

    ClassName initializer =
        new ApplicationContextAotGenerator().processAheadOfTime(service, generation);
    generation.writeGeneratedContent();

    assertThat(initializer.canonicalName()).startsWith("com.shop");
    assertThat(files.getGeneratedFiles(Kind.SOURCE).keySet())
        .anyMatch(file -> file.contains("OutboxAutoConfiguration__BeanDefinitions"));
    assertThat(
            RuntimeHintsPredicates.reflection()
                .onConstructorInvocation(OutboxProperties.class.getDeclaredConstructors()[0]))
        .accepts(generation.getRuntimeHints());
  }

  @org.springframework.context.annotation.Configuration(proxyBeanMethods = false)
  static class Clients {
    @org.springframework.context.annotation.Bean
    static DynamoDbClient client() {
      return DynamoDbClient.builder()
          .region(Region.EU_CENTRAL_1)
          .credentialsProvider(AnonymousCredentialsProvider.create())
          .build();
    }
  }
}
