package io.github.dynamooutbox.springtotals;

import static org.assertj.core.api.Assertions.assertThat;

import io.awspring.cloud.sqs.listener.SqsContainerOptionsBuilder;
import io.github.dynamooutbox.listener.InboxCustomizer;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.LocalSqs;
import io.github.dynamooutbox.testdynamodb.DynamoDbExtension;
import io.github.dynamooutbox.testdynamodb.TestTable;
import io.github.dynamooutbox.testrelay.TestEvents;
import io.github.dynamooutbox.testrelay.TestMessage;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import software.amazon.awssdk.services.sqs.SqsClient;

@Tag("full")
class TotalsServiceIT {
  @RegisterExtension
  static final DynamoDbExtension DYNAMODB = DynamoDbExtension.with(TestTable.named("totals"));

  private static final Duration BOUND = Duration.ofSeconds(60);

  private static final InboxCustomizer SHORT_POLLS =
      new InboxCustomizer() {
        @Override
        public void customize(String consumer, SqsContainerOptionsBuilder polling) {
          polling.pollTimeout(Duration.ofSeconds(1));
        }
      };

  record Placed(String orderId, String customer, int total) {}

  @Test
  void addsUpEachOrderOnceHoweverOftenItIsDelivered() throws Exception {
    try (LocalSqs queues = LocalSqs.start();
        SqsClient sqs = LocalClients.sqs(queues.endpoint())) {
      String url = sqs.createQueue(queue -> queue.queueName("totals")).queueUrl();
      TestMessage first = placed("1", 7);
      for (TestMessage each : new TestMessage[] {first, first, placed("2", 5)}) {
        sqs.sendMessage(message -> message.queueUrl(url).messageBody(each.body()));
      }
      try (ConfigurableApplicationContext totals = service(queues)) {
        Instant bound = Instant.now().plus(BOUND);
        while (!spent(totals).equals("12") && Instant.now().isBefore(bound)) {
          Thread.sleep(50);
        }
        assertThat(spent(totals)).isEqualTo("12");
      }
    }
  }

  private static TestMessage placed(String order, int total) {
    return TestEvents.of("OrderPlaced", new Placed(order, "c1", total))
        .aggregate("Order", order)
        .sequence(1)
        .sqs();
  }

  private static String spent(ConfigurableApplicationContext totals) throws Exception {
    String port = totals.getEnvironment().getProperty("local.server.port");
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/customers/c1"))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private static ConfigurableApplicationContext service(LocalSqs queues) {
    SpringApplication application = new SpringApplication(TotalsService.class);
    application.setDefaultProperties(
        Map.of(
            "server.port", "0",
            "server.address", "127.0.0.1",
            "spring.cloud.aws.dynamodb.endpoint",
                DYNAMODB.client().serviceClientConfiguration().endpointOverride().orElseThrow(),
            "spring.cloud.aws.sqs.endpoint", queues.endpoint(),
            "spring.cloud.aws.region.static", LocalClients.REGION.id(),
            "spring.cloud.aws.credentials.access-key", "local",
            "spring.cloud.aws.credentials.secret-key", "local"));
    application.addInitializers(
        context ->
            ((GenericApplicationContext) context)
                .registerBean(InboxCustomizer.class, () -> SHORT_POLLS));
    return application.run();
  }
}
