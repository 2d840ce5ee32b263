package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.assertions.Annotations;
import software.amazon.awscdk.assertions.Match;
import software.amazon.awscdk.services.lambda.Code;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.lambda.Runtime;
import software.amazon.awscdk.services.sqs.Queue;

@NeedsNode
class BusSubscriberTest {
  private static final String SUBSCRIBER = "AWS::EventsV2::Subscriber";

  private final App app = new App();
  private final Stack stack = new Stack(app, "Shop");
  private final CustomEventBus bus = new CustomEventBus(stack, "Bus", "shop", 7, Optional.empty());

  @Test
  void handsOnInOrderFromTheBeginningForAsLongAsItMay() {
    Queue queue = Queue.Builder.create(stack, "Totals").fifo(true).build();
    BusSubscriber.toQueue(stack, "ToTotals", "totals", bus, queue);
    Function function =
        Function.Builder.create(stack, "Mailer")
            .runtime(Runtime.NODEJS_22_X)
            .handler("index.handler")
            .code(Code.fromInline("exports.handler = async () => ({})"))
            .build();
    BusSubscriber.toFunction(stack, "ToMailer", "mailer", bus, function);

    Synthesised made = Synthesised.of(app, stack);
    JsonNode totals = made.only(SUBSCRIBER, "Name", "totals");
    JsonNode mailer = made.only(SUBSCRIBER, "Name", "mailer");
    for (JsonNode each : List.of(totals, mailer)) {
      assertThat(each.path("Type").asText()).isEqualTo("FIFO");
      assertThat(each.path("StartingPosition").asText()).isEqualTo("POINT_IN_TIME");
      assertThat(each.at("/PointInTimeConfiguration/PointType").asText()).isEqualTo("HORIZON");
      assertThat(each.at("/Transformer/Type").asText()).isEqualTo("WITH_METADATA");
      assertThat(each.at("/RetryPolicy/MaxRetryAttempts").asInt()).isEqualTo(185);
      assertThat(each.at("/RetryPolicy/MaxEventAgeInSeconds").asInt()).isEqualTo(86_400);
      assertThat(each.at("/OnFailureConfiguration/Arn").toString()).contains("DeadLetters");
    }
    assertThat(totals.at("/InvokeConfiguration/SqsParameters/MessageGroupId").asText())
        .isEqualTo("{% $events.SystemMetadata.EventGroupId %}");
    assertThat(totals.at("/InvokeConfiguration/SqsParameters/MessageDeduplicationId").asText())
        .isEqualTo("{% $events.SystemMetadata.`aws:EventId` %}");
    assertThat(mailer.at("/InvokeConfiguration/LambdaParameters/InvocationType").asText())
        .isEqualTo("REQUEST_RESPONSE");
    assertThat(made.first(SUBSCRIBER, "ToMailer").path("DependsOn").toString())
        .as("one after the other")
        .contains("ToTotals");
    assertThat(RenderedRights.of(made).get("ToTotalsDelivery"))
        .contains("taken by events.amazonaws.com")
        .contains("sqs:SendMessage")
        .contains("on Totals.Arn")
        .contains("on ToTotalsDeadLetters.Arn");
    assertThat(made.properties("AWS::CloudWatch::Alarm"))
        .hasSize(6)
        .allMatch(alarm -> alarm.toString().contains("AWS/EventsV2"));
  }

  @Test
  void warnsOfTheGapThatAReplacementLeaves() {
    Queue queue = Queue.Builder.create(stack, "Totals").fifo(true).build();
    BusSubscriber.toQueue(stack, "ToTotals", "totals", bus, queue);
    assertThat(
            Annotations.fromStack(stack)
                .findWarning("*", Match.stringLikeRegexp("replaces this subscriber")))
        .hasSize(1);
  }

  @Test
  void refusesAQueueThatWouldLoseTheOrder() {
    assertThatThrownBy(
            () -> BusSubscriber.toQueue(stack, "S", "totals", bus, new Queue(stack, "Standard")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("subscriber totals: the queue is no FIFO queue, and would lose the order");
  }
}
