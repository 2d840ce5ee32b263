package io.github.dynamooutbox.inbox.lambda;

import static io.github.dynamooutbox.inbox.lambda.ScriptedProcessor.event;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.inbox.InvalidInboxException;
import io.github.dynamooutbox.inbox.UnusableEventException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an adapter refuses as a whole. */
class BatchRefusalsTest {
  private final ScriptedProcessor processor = new ScriptedProcessor();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "secret | it is not JSON",
        "{\"secret\":1} | it has no Records",
        "{\"Records\":{\"secret\":1}} | it has no Records",
        "{\"Records\":[{\"eventSource\":\"aws:secret\"}]} | a record has no eventSourceARN",
        "{\"Records\":[{\"eventSourceARN\":1}]} | a record has no eventSourceARN"
      })
  void refusesWhatIsNoBatch(String input, String why) {
    assertRefused(BatchSource.SQS, input.getBytes(UTF_8), why);
    assertThat(processor.begun()).isEmpty();
  }

  private void assertRefused(BatchSource source, byte[] input, String why) {
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    assertThatExceptionOfType(UnusableEventException.class)
        .isThrownBy(
            () ->
                BatchAdapter.of(source, processor)
                    .build()
                    .handle(new ByteArrayInputStream(input), answer, () -> 60_000))
        .withMessage(
            "the function's input is not a batch of "
                + source
                + ": "
                + why
                + "; set the source of the adapter to that of the event source mapping")
        .withNoCause();
    assertThat(answer.size()).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "SQS, SQS_FIFO",
    "SQS, KINESIS",
    "SQS_FIFO, SQS",
    "SQS_FIFO, KINESIS",
    "KINESIS, SQS"
  })
  void refusesBatchesOfAnotherSource(BatchSource source, BatchSource other) {
    LambdaEvents batch = new LambdaEvents();
    switch (other) {
      case SQS -> batch.sqs("m1", event("a", 1, "works"));
      case SQS_FIFO -> batch.fifo("m1", "a", event("a", 1, "works"));
      case KINESIS -> batch.kinesis("m1", "a", event("a", 1, "works"));
      case CUSTOM_BUS -> throw new IllegalArgumentException("see BusBatchTest");
    }

    assertRefused(
        source,
        batch.toJson(),
        "it came from arn:aws:"
            + switch (other) {
              case SQS -> "sqs:eu-central-1:123456789012:totals";
              case SQS_FIFO -> "sqs:eu-central-1:123456789012:totals.fifo";
              case KINESIS -> "kinesis:eu-central-1:123456789012:stream/orders";
              case CUSTOM_BUS -> "";
            });
    assertThat(processor.begun()).isEmpty();
  }

  @Test
  void refusesSettingsThatCannotWork() {
    BatchAdapter.Builder builder = BatchAdapter.of(BatchSource.SQS, processor);

    assertThat(builder.parallel(1).parallel(1_000).reserve(Duration.ZERO)).isSameAs(builder);
    for (int parallel : new int[] {0, 1_001}) {
      assertThatExceptionOfType(InvalidInboxException.class)
          .isThrownBy(() -> builder.parallel(parallel))
          .withMessage("batches of SQS: parallel is " + parallel + "; it must be 1 to 1000");
    }
    assertThatExceptionOfType(InvalidInboxException.class)
        .isThrownBy(() -> builder.reserve(Duration.ofMillis(-1)))
        .withMessage("batches of SQS: the reserve is -(0.001 s); it must not be negative");
  }
}
