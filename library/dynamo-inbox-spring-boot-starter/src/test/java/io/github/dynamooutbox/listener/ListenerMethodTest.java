package io.github.dynamooutbox.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.inbox.InboxTransaction;
import io.github.dynamooutbox.inbox.InvalidInboxException;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.annotation.ReflectiveRuntimeHintsRegistrar;
import org.springframework.aot.hint.predicate.RuntimeHintsPredicates;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.sqs.SqsAsyncClient;

class ListenerMethodTest {
  record Ordered(String orderId, Line line) {}

  record Line(int count) {}

  private final ApplicationContextRunner service =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(InboxAutoConfiguration.class))
          .withBean(
              DynamoDbClient.class,
              () ->
                  DynamoDbClient.builder()
                      .region(Region.EU_CENTRAL_1)
                      .credentialsProvider(AnonymousCredentialsProvider.create())
                      .build())
          .withPropertyValues(
              "dynamo-inbox.table=totals", "dynamo-inbox.start-listeners=false", "empty=");

  private ApplicationContextRunner withSqs() {
    return service.withBean(SqsAsyncClient.class, NoSqs::new);
  }

  /** Listeners are not started here. */
  private static final class NoSqs implements SqsAsyncClient {
    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }

  static final class Good {
    @OutboxListener(queue = "q.fifo", consumer = "c", order = ListenerOrder.PARK)
    TransactWriteItem ordered(ReceivedEvent event, InboxTransaction tx, Ordered ordered) {
      return TransactWriteItem.builder().build();
    }

    @OutboxListener(queue = "q.fifo", consumer = "c", type = "*", order = ListenerOrder.PARK)
    List<TransactWriteItem> others(ReceivedEvent event) {
      return List.of();
    }
  }

  static final class TwoPayloads {
    @OutboxListener(queue = "q", consumer = "c")
    void handle(Ordered ordered, Line line) {}
  }

  static final class TwiceTheSame {
    @OutboxListener(queue = "q", consumer = "c")
    void handle(ReceivedEvent one, ReceivedEvent other) {}
  }

  static final class NoType {
    @OutboxListener(queue = "q", consumer = "c")
    void handle(ReceivedEvent event) {}
  }

  static final class TypeOfALibrary {
    @OutboxListener(queue = "q", consumer = "c")
    void handle(String text) {}
  }

  static final class GenericPayload {
    @OutboxListener(queue = "q", consumer = "c", type = "Ordered")
    void handle(Map<String, Ordered> payload) {}
  }

  static final class PrimitivePayload {
    @OutboxListener(queue = "q", consumer = "c", type = "Ordered")
    void handle(int payload) {}
  }

  static final class EmptyType {
    @OutboxListener(queue = "q", consumer = "c", type = " ")
    void handle(Ordered ordered) {}
  }

  static final class AllTypesAsOne {
    @OutboxListener(queue = "q", consumer = "c", type = "*")
    void handle(Ordered ordered) {}
  }

  static final class WrongReturn {
    @OutboxListener(queue = "q", consumer = "c")
    List<String> handle(Ordered ordered) {
      return List.of();
    }
  }

  static final class Static {
    @OutboxListener(queue = "q", consumer = "c")
    static void handle(Ordered ordered) {}
  }

  static final class EmptyQueue {
    @OutboxListener(queue = "${empty}", consumer = "c")
    void handle(Ordered ordered) {}
  }

  static final class UnknownProperty {
    @OutboxListener(queue = "${queues.unknown}", consumer = "c")
    void handle(Ordered ordered) {}
  }

  static final class WrongConsumer {
    @OutboxListener(queue = "q", consumer = "order totals")
    void handle(Ordered ordered) {}
  }

  static final class TwoConsumers {
    @OutboxListener(queue = "q", consumer = "c")
    void handle(Ordered ordered) {}

    @OutboxListener(queue = "q", consumer = "d")
    void handle(Line line) {}
  }

  static final class TwoOrders {
    @OutboxListener(queue = "q", consumer = "c")
    void handle(Ordered ordered) {}

    @OutboxListener(queue = "q", consumer = "c", order = ListenerOrder.PARK)
    void handle(Line line) {}
  }

  static final class OneTypeTwice {
    @OutboxListener(queue = "q", consumer = "c")
    void handle(Ordered ordered) {}

    @OutboxListener(queue = "q", consumer = "c", type = "Ordered")
    void again(ReceivedEvent event) {}
  }

  static final class WaitsInOrder {
    @OutboxListener(queue = "q.fifo", consumer = "c", order = ListenerOrder.WAIT)
    void handle(Ordered ordered) {}
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        Arguments.of(TwoPayloads.class, "two payloads", "leave one out"),
        Arguments.of(TwiceTheSame.class, "two parameters of type ReceivedEvent", ""),
        Arguments.of(NoType.class, "does not say which events", "type = "),
        Arguments.of(TypeOfALibrary.class, "does not say which events", "type = "),
        Arguments.of(GenericPayload.class, "java.util.Map<", "use a class of its own"),
        Arguments.of(PrimitivePayload.class, "payload int", "use a class of its own"),
        Arguments.of(EmptyType.class, "an empty type", "name the type"),
        Arguments.of(AllTypesAsOne.class, "handles all types", "take a ReceivedEvent"),
        Arguments.of(WrongReturn.class, "returns java.util.List<", "return nothing"),
        Arguments.of(Static.class, "is static", "make it a method of the bean"),
        Arguments.of(EmptyQueue.class, "its queue is empty", "name one"),
        Arguments.of(UnknownProperty.class, "${queues.unknown}", "no property resolves"),
        Arguments.of(WrongConsumer.class, "order totals", "1 to 100 letters"),
        Arguments.of(TwoConsumers.class, "take each other's messages", "give each a queue"),
        Arguments.of(TwoOrders.class, "another order", "set the same"),
        Arguments.of(OneTypeTwice.class, "Ordered: are already handled", "a type has one method"),
        Arguments.of(WaitsInOrder.class, "WAIT does not work", "use PARK or ACCEPT"));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void refusesAtStartWhatCannotWorkAndNamesTheMethod(
      Class<?> listener, String problem, String remedy) {
    withSqs()
        .withBean(listener)
        .run(
            context ->
                assertThat(NestedExceptionUtils.getMostSpecificCause(context.getStartupFailure()))
                    .isInstanceOf(InvalidInboxException.class)
                    .hasMessageStartingWith("@OutboxListener " + listener.getName() + ".")
                    .hasMessageContainingAll(problem, remedy));
  }

  @Test
  void startsWithMethodsThatCanWork() {
    withSqs()
        .withBean(Good.class)
        .run(context -> assertThat(context).hasNotFailed().hasSingleBean(Listeners.class));
  }

  @Test
  void saysWhichClientIsMissing() {
    service
        .withBean(Good.class)
        .run(
            context -> {
              FailureAnalysis analysis =
                  new InboxFailureAnalyzer().analyze(context.getStartupFailure());
              assertThat(analysis.getDescription())
                  .contains("Good.", "SqsAsyncClient", "spring-cloud-aws-starter-sqs");
              assertThat(analysis.getAction()).contains("dynamo-inbox");
            });
  }

  @Test
  void isSilentInAnApplicationWithoutListeners() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(InboxAutoConfiguration.class))
        .run(context -> assertThat(context).hasNotFailed());
  }

  @Test
  void hintsAtWhatANativeImageNeeds() throws Exception {
    RuntimeHints hints = new RuntimeHints();
    new ReflectiveRuntimeHintsRegistrar().registerRuntimeHints(hints, Good.class);

    assertThat(
            RuntimeHintsPredicates.reflection()
                .onMethodInvocation(
                    Good.class.getDeclaredMethod(
                        "ordered", ReceivedEvent.class, InboxTransaction.class, Ordered.class)))
        .accepts(hints);
    for (Class<?> payload : List.of(Ordered.class, Line.class)) {
      assertThat(
              RuntimeHintsPredicates.reflection()
                  .onConstructorInvocation(payload.getDeclaredConstructors()[0]))
          .accepts(hints);
    }
  }
}
