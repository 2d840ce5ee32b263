package io.github.dynamooutbox.inbox.lambda;

import static io.github.dynamooutbox.inbox.lambda.ScriptedProcessor.event;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.inbox.InvalidInboxException;
import io.github.dynamooutbox.inbox.UnusableEventException;
import io.github.dynamooutbox.inbox.lambda.FailureDecision.Decision;
import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

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

  @ParameterizedTest
  @CsvSource({
    "waits, WAITING",
    "is late, LATE",
    "is leased, TEMPORARY",
    "fails, OTHER",
  })
  void asksWhatToDoWithEachFailure(String does, FailureKind kind) throws Exception {
    List<FailedMessage> asked = Collections.synchronizedList(new ArrayList<>());
    BatchAdapter adapter =
        BatchAdapter.of(BatchSource.SQS_FIFO, processor)
            .onFailure(
                failed -> {
                  asked.add(failed);
                  return Decision.ACKNOWLEDGE;
                })
            .build();
    String body = event("a", 1, does);
    LambdaEvents batch =
        new LambdaEvents().fifo("m1", "g", body).fifo("m2", "g", event("a", 2, "works"));

    assertThat(batch.call(adapter)).isEmpty();
    assertThat(processor.begun()).containsExactly("a-1", "a-2");
    assertThat(asked).hasSize(1);
    FailedMessage failed = asked.get(0);
    assertThat(failed.kind()).isEqualTo(kind);
    assertThat(failed.id()).isEqualTo("m1");
    assertThat(failed.group()).isEqualTo("g");
    assertThat(new String(failed.body().toBytes(), StandardCharsets.UTF_8)).isEqualTo(body);
    assertThat(failed.attributes()).isEqualTo(Map.of("origin", "test"));
    assertThat(failed.toString())
        .contains("m1", "event a-1", kind.name(), failed.reason())
        .doesNotContain("secret");
  }

  @ParameterizedTest
  @EnumSource(BatchSource.class)
  void asksWhatToDoWithAMessageThatIsNoEvent(BatchSource source) throws Exception {
    List<FailedMessage> asked = Collections.synchronizedList(new ArrayList<>());
    BatchAdapter adapter =
        BatchAdapter.of(source, processor)
            .onFailure(
                failed -> {
                  asked.add(failed);
                  return Decision.ACKNOWLEDGE;
                })
            .build();
    LambdaEvents batch = new LambdaEvents();
    switch (source) {
      case SQS -> batch.sqs("m1", "secret");
      case SQS_FIFO -> batch.fifo("m1", "g", "secret");
      case KINESIS -> batch.kinesis("m1", "g", "secret");
    }

    assertThat(batch.call(adapter)).isEmpty();
    assertThat(asked).hasSize(1);
    assertThat(asked.get(0).kind()).isEqualTo(FailureKind.UNUSABLE);
    assertThat(asked.get(0).event()).isEmpty();
    assertThat(asked.get(0).body().toBytes()).isEqualTo("secret".getBytes(StandardCharsets.UTF_8));
    assertThat(asked.get(0).toString()).contains("m1").doesNotContain("secret");
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

    List<LogRecord> logged = Collections.synchronizedList(new ArrayList<>());
    Logger logger = Logger.getLogger(BatchAdapter.class.getName());
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord record) {
            logged.add(record);
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(handler);
    try {
      assertThat(new LambdaEvents().sqs("m1", event("a", 1, "waits")).call(adapter))
          .containsExactly("m1");
    } finally {
      logger.removeHandler(handler);
    }
    assertThat(logged).hasSize(1);
    assertThat(new SimpleFormatter().formatMessage(logged.get(0)))
        .isEqualTo(
            "onFailure threw for message m1, which is delivered again:"
                + " java.lang.IllegalStateException");
  }

  @Test
  void failsAsAWholeIfTheVirtualMachineDoes() {
    LambdaEvents batch = new LambdaEvents().sqs("m1", event("a", 1, "breaks"));

    assertThatExceptionOfType(LinkageError.class)
        .isThrownBy(() -> batch.call(adapter(BatchSource.SQS)))
        .withMessage("a class is missing");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"secret", "{\"secret\":1}", "{\"Records\":[{\"eventSource\":\"aws:secret\"}]}"})
  void refusesWhatIsNoBatch(String input) {
    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(
            () ->
                adapter(BatchSource.SQS)
                    .handle(
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        OutputStream.nullOutputStream(),
                        () -> 60_000))
        .withMessageStartingWith("the function's input is not a batch of SQS: ")
        .withMessageNotContaining("secret");
  }

  @ParameterizedTest
  @CsvSource({"SQS, SQS_FIFO", "SQS, KINESIS", "SQS_FIFO, SQS", "KINESIS, SQS"})
  void refusesBatchesOfAnotherSource(BatchSource source, BatchSource other) {
    LambdaEvents batch = new LambdaEvents();
    switch (other) {
      case SQS -> batch.sqs("m1", event("a", 1, "works"));
      case SQS_FIFO -> batch.fifo("m1", "a", event("a", 1, "works"));
      case KINESIS -> batch.kinesis("m1", "a", event("a", 1, "works"));
    }

    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(() -> batch.call(adapter(source)))
        .withMessageContaining("it came from arn:aws:")
        .withMessageEndingWith("set the source of the adapter to that of the event source mapping");
    assertThat(processor.begun()).isEmpty();
  }

  @Test
  void refusesSettingsThatCannotWork() {
    BatchAdapter.Builder builder = BatchAdapter.of(BatchSource.SQS, processor);

    assertThatExceptionOfType(InvalidInboxException.class)
        .isThrownBy(() -> builder.parallel(0))
        .withMessage("batches of SQS: parallel is 0; it must be 1 to 1000");
    assertThatExceptionOfType(InvalidInboxException.class)
        .isThrownBy(() -> builder.reserve(Duration.ofMillis(-1)))
        .withMessage("batches of SQS: the reserve is PT-0.001S; it must not be negative");
  }
}
