package io.github.dynamooutbox.inbox.lambda;

import static io.github.dynamooutbox.inbox.lambda.ScriptedProcessor.event;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.InvalidInboxException;
import io.github.dynamooutbox.inbox.LoggedBy;
import io.github.dynamooutbox.inbox.UnusableEventException;
import io.github.dynamooutbox.inbox.WholeEvent;
import io.github.dynamooutbox.inbox.lambda.FailureDecision.Decision;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Which messages of a batch are processed, and which are reported. */
class BatchAdapterTest {
  private final ScriptedProcessor processor = new ScriptedProcessor();

  private BatchAdapter adapter(BatchSource source) {
    return BatchAdapter.of(source, processor).build();
  }

  @Test
  void reportsNothingIfEverythingIsFinished() throws Exception {
    LambdaEvents batch =
        new LambdaEvents()
            .sqs("m1", event("a", 1, "works"))
            .sqs("m2", event("b", 1, "repeats"))
            .sqs("m3", event("c", 1, "parks"));

    assertThat(batch.call(adapter(BatchSource.SQS))).isEmpty();
    assertThat(new LambdaEvents().call(adapter(BatchSource.SQS))).isEmpty();
  }

  @Test
  void reportsOfAStandardQueueWhatFailedAndNoMore() throws Exception {
    LambdaEvents batch =
        new LambdaEvents()
            .sqs("m1", event("a", 1, "fails"))
            .sqs("m2", event("a", 2, "works"))
            .sqs("m3", event("b", 1, "waits"))
            .sqs("m4", event("c", 1, "is late"))
            .sqs("m5", event("d", 1, "is leased"))
            .sqs("m6", "no event")
            .sqs("m7", event("e", 1, "works"));

    assertThat(batch.call(adapter(BatchSource.SQS))).containsExactly("m1", "m3", "m4", "m5", "m6");
    assertThat(processor.begun("a")).containsExactly("a-1", "a-2");
  }

  @Test
  void putsInOrderWhatAStandardQueueShuffled() throws Exception {
    LambdaEvents batch =
        new LambdaEvents()
            .sqs("m1", event("a", 3, "works"))
            .sqs("m2", event("a", 1, "works"))
            .sqs("m3", event("a", 2, "works"));

    assertThat(batch.call(adapter(BatchSource.SQS))).isEmpty();
    assertThat(processor.begun()).containsExactly("a-1", "a-2", "a-3");
  }

  @Test
  void reportsOfAFifoQueueEverythingOfAGroupBehindItsFirstFailure() throws Exception {
    LambdaEvents batch =
        new LambdaEvents()
            .fifo("m1", "a", event("a", 1, "works"))
            .fifo("m2", "b", event("b", 1, "works"))
            .fifo("m3", "a", event("a", 2, "fails"))
            .fifo("m4", "b", event("b", 2, "works"))
            .fifo("m5", "a", event("a", 3, "works"))
            .fifo("m6", "c", "no event")
            .fifo("m7", "c", event("c", 2, "works"));

    assertThat(batch.call(adapter(BatchSource.SQS_FIFO))).containsExactly("m3", "m5", "m6", "m7");
    assertThat(processor.begun("a")).containsExactly("a-1", "a-2");
    assertThat(processor.begun("b")).containsExactly("b-1", "b-2");
    assertThat(processor.begun("c")).isEmpty();
  }

  @Test
  void takesMessagesThatAServiceReceivedItself() {
    List<QueuedMessage> messages =
        List.of(
            queued("m1", "a", event("a", 2, "works")),
            queued("m2", "a", event("a", 1, "fails")),
            queued("m3", "b", "no event"),
            queued("m4", "b", event("b", 2, "works")));
    List<String> around = Collections.synchronizedList(new ArrayList<>());

    assertThat(
            BatchAdapter.of(BatchSource.SQS, processor)
                .around(
                    inner ->
                        (event, left) -> {
                          around.add(event.id());
                          return inner.process(event, left);
                        })
                .build()
                .handle(messages, () -> 60_000))
        .containsExactlyInAnyOrder("m2", "m3");
    assertThat(processor.begun("a")).containsExactly("a-1", "a-2");
    assertThat(around).containsExactlyInAnyOrder("a-1", "a-2", "b-2");

    assertThat(adapter(BatchSource.SQS_FIFO).handle(messages, () -> 60_000))
        .containsExactlyInAnyOrder("m2", "m3", "m4");
  }

  private static QueuedMessage queued(String id, String group, String body) {
    return new QueuedMessage(id, group, body, Map.of("origin", "test"));
  }

  @ParameterizedTest
  @EnumSource(
      value = BatchSource.class,
      names = {"KINESIS", "CUSTOM_BUS"})
  void takesMessagesOfAQueueOnlyIfThatIsItsSource(BatchSource source) {
    assertThatExceptionOfType(InvalidInboxException.class)
        .isThrownBy(() -> adapter(source).handle(List.of(), () -> 60_000))
        .withMessageContaining("SQS_FIFO");
  }

  @Test
  void keepsTheOrderOfAFifoQueueEvenIfTheSequenceDiffers() throws Exception {
    LambdaEvents batch =
        new LambdaEvents()
            .fifo("m1", "a", event("a", 2, "works"))
            .fifo("m2", "a", event("a", 1, "works"));

    assertThat(batch.call(adapter(BatchSource.SQS_FIFO))).isEmpty();
    assertThat(processor.begun()).containsExactly("a-2", "a-1");
  }

  @Test
  void reportsOfAStreamTheFirstFailureOnlyAndBeginsNothingBehindIt() throws Exception {
    LambdaEvents batch =
        new LambdaEvents()
            .kinesis("101", "a", event("a", 1, "works"))
            .kinesis("102", "b", event("b", 1, "works"))
            .kinesis("103", "b", event("b", 2, "fails"))
            .kinesis("104", "a", event("a", 2, "works"))
            .kinesis("105", "c", event("c", 1, "fails"));
    BatchAdapter oneAfterTheOther =
        BatchAdapter.of(BatchSource.KINESIS, processor).parallel(1).build();

    assertThat(batch.call(oneAfterTheOther)).containsExactly("103");
    assertThat(processor.begun()).containsExactly("a-1", "b-1", "b-2");
  }

  /** What a batch asked about, and decided to acknowledge. */
  private List<FailedMessage> asked(BatchSource source, LambdaEvents batch) throws Exception {
    List<FailedMessage> asked = Collections.synchronizedList(new ArrayList<>());
    BatchAdapter adapter =
        BatchAdapter.of(source, processor)
            .onFailure(
                failed -> {
                  asked.add(failed);
                  return Decision.ACKNOWLEDGE;
                })
            .build();
    assertThat(batch.call(adapter)).isEmpty();
    return asked;
  }

  @ParameterizedTest
  @CsvSource({
    "waits, WAITING, Order#1: missing from 1 to before 0000000000000000002.000000",
    "is late, LATE, 'Order#1 is at 0000000000000000002.000000 here, but 3 would be next'",
    "is leased, TEMPORARY, another call holds the lease until 1970-01-01T00:00:00Z",
    "is unusable, UNUSABLE, has no handler",
    "fails, OTHER, does not work",
  })
  void asksWhatToDoWithEachFailure(String does, FailureKind kind, String reason) throws Exception {
    String body = event("a", 1, does);
    List<FailedMessage> asked =
        asked(
            BatchSource.SQS_FIFO,
            new LambdaEvents().fifo("m1", "g", body).fifo("m2", "g", event("a", 2, "works")));

    assertThat(processor.begun()).containsExactly("a-1", "a-2");
    assertThat(asked).hasSize(1);
    FailedMessage failed = asked.get(0);
    assertThat(failed.kind()).isEqualTo(kind);
    assertThat(failed.reason()).isEqualTo(reason);
    assertThat(failed.id()).isEqualTo("m1");
    assertThat(failed.group()).isEqualTo("g");
    assertThat(failed.body()).isEqualTo(Payload.of(body));
    assertThat(failed.attributes()).isEqualTo(Map.of("origin", "test"));
    assertThat(failed.event().map(WholeEvent::of))
        .contains(WholeEvent.of(ScriptedProcessor.sent("a-1", does)));
    assertThat(failed.cause().map(Throwable::getMessage))
        .isEqualTo(
            does.startsWith("fails") || does.equals("is unusable")
                ? Optional.of(reason)
                : Optional.empty());
    assertThat(failed)
        .hasToString(
            "message m1 (event a-1 of type %s from /shop) is not finished: %s, %s"
                .formatted(
                    does,
                    kind,
                    does.equals("fails") ? IllegalStateException.class.getName() : reason));
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CUSTOM_BUS")
  void asksWhatToDoWithAMessageThatIsNoEvent(BatchSource source) throws Exception {
    LambdaEvents batch = new LambdaEvents();
    switch (source) {
      case SQS -> batch.sqs("m1", "secret");
      case SQS_FIFO -> batch.fifo("m1", "g", "secret");
      case KINESIS -> batch.kinesis("m1", "g", "secret");
      case CUSTOM_BUS -> throw new IllegalArgumentException("see BusBatchTest");
    }
    boolean stream = source == BatchSource.KINESIS;
    String reason =
        "the message"
            + (stream ? "" : "'s body")
            + " is not JSON: fails at character 0; does something other than the relay send here?"
            + " A Custom Event Bus has to deliver a bare payload WITH_METADATA: RAW, it has no event"
            + " id";

    List<FailedMessage> asked = asked(source, batch);

    assertThat(asked).hasSize(1);
    FailedMessage failed = asked.get(0);
    assertThat(failed)
        .isEqualTo(
            new FailedMessage(
                FailureKind.UNUSABLE,
                reason,
                "m1",
                source == BatchSource.SQS ? "" : "g",
                stream ? Payload.of("secret".getBytes(UTF_8)) : Payload.of("secret"),
                stream ? Map.of() : Map.of("origin", "test"),
                Optional.empty(),
                failed.cause()))
        .hasToString("message m1 is not finished: UNUSABLE, " + reason);
    assertThat(failed.cause())
        .get(InstanceOfAssertFactories.THROWABLE)
        .isInstanceOf(UnusableEventException.class)
        .hasMessage(reason)
        .hasNoCause();
  }

  @Test
  void deliversAgainWhatCannotBeDecided() throws Exception {
    BatchAdapter adapter =
        BatchAdapter.of(BatchSource.SQS, processor)
            .onFailure(
                failed -> {
                  throw new IllegalStateException("the dead-letter queue does not answer");
                })
            .build();

    List<String> logged =
        LoggedBy.during(
            BatchAdapter.class,
            () ->
                assertThat(new LambdaEvents().sqs("m1", event("a", 1, "waits")).call(adapter))
                    .containsExactly("m1"));
    assertThat(logged)
        .containsExactly(
            "onFailure threw for message m1, which is delivered again:"
                + " java.lang.IllegalStateException");
  }
}
