package io.github.dynamooutbox.localaws.mapping;

import static io.github.dynamooutbox.localaws.mapping.RecordedFunction.ERROR;
import static io.github.dynamooutbox.localaws.mapping.RecordedFunction.SUCCESS;
import static io.github.dynamooutbox.localaws.mapping.RecordedFunction.answer;
import static io.github.dynamooutbox.localaws.mapping.RecordedFunction.failAt;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What becomes of batches that fail: what is delivered again, and what goes to the destination. */
class MappingFailuresIT extends MappedTable {
  @Test
  void theLowestReportedPositionIsTheCheckpoint() throws Exception {
    put("a", "b", "c", "d");
    RecordedFunction function = new RecordedFunction(SUCCESS, failAt(2, 1, 3));

    MappingProgress progress = run(function, mapping(function).reportItemFailures());

    assertThat(function.keysPerCall()).containsExactly("abcd", "bcd");
    assertThat(progress.retries()).isEqualTo(1);
    assertThat(progress.recordsDelivered()).isEqualTo(4);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"batchItemFailures\":[{\"itemIdentifier\":\"4711\"}]}",
        "{\"batchItemFailures\":[{\"itemIdentifier\":\"\"}]}",
        "{\"batchItemFailures\":[{\"itemIdentifier\":null}]}",
        "{\"batchItemFailures\":[{\"itemId\":\"1\"}]}",
        "{\"batchItemFailures\":\"none\"}",
        "\"done\"",
        "{\"batchItemF",
        ""
      })
  void anAnswerThatNamesNoRecordOfTheBatchFailsAllOfIt(String response) throws Exception {
    put("a", "b");
    RecordedFunction function = new RecordedFunction(SUCCESS, answer(response));

    run(function, mapping(function).reportItemFailures());

    assertThat(function.keysPerCall()).containsExactly("ab", "ab");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"{\"batchItemFailures\":[]}", "{\"batchItemFailures\":null}", "{}", "null"})
  void anAnswerWithoutFailuresIsSuccess(String response) throws Exception {
    put("a", "b");
    RecordedFunction function = new RecordedFunction(answer(response));

    MappingProgress progress = run(function, mapping(function).reportItemFailures());

    assertThat(function.keysPerCall()).containsExactly("ab");
    assertThat(progress.failedInvocations()).isZero();
  }

  @Test
  void reportedFailuresDoNotCountUnlessTheMappingAsksForThem() throws Exception {
    put("a", "b");
    RecordedFunction function = new RecordedFunction(SUCCESS, failAt(0));

    run(function, mapping(function));

    assertThat(function.keysPerCall()).containsExactly("ab");
  }

  @Test
  void aBatchIsRepeatedUntilItSucceedsBeforeTheNextOneIsTried() throws Exception {
    put("a", "b", "c");
    RecordedFunction function = new RecordedFunction(SUCCESS, ERROR, ERROR, ERROR);

    MappingProgress progress = run(function, mapping(function).batchSize(2));

    assertThat(function.keysPerCall()).containsExactly("ab", "ab", "ab", "ab", "c");
    assertThat(progress.failedInvocations()).isEqualTo(3);
    assertThat(progress.retries()).isEqualTo(3);
  }

  @Test
  void bisectingNarrowsAFailureDownToItsRecordAndKeepsTheOrder() throws Exception {
    put("a", "b", "c", "d");
    RecordedFunction function =
        new RecordedFunction(
            records -> {
              if (RecordedFunction.keys(records).contains("c")) {
                return ERROR.to(records);
              }
              return SUCCESS.to(records);
            });
    List<DiscardedBatch> discarded = new CopyOnWriteArrayList<>();

    run(
        function,
        mapping(function).bisectOnError().maximumRetryAttempts(1).onFailure(discarded::add));

    assertThat(function.keysPerCall()).containsExactly("abcd", "ab", "cd", "c", "c", "d");
    assertThat(discarded).hasSize(1);
  }

  @Test
  void whatExceedsTheAttemptsGoesToTheDestinationWholeAndTheShardGoesOn() throws Exception {
    put("a", "b", "c");
    RecordedFunction function = new RecordedFunction(SUCCESS, ERROR, ERROR, ERROR);
    List<DiscardedBatch> discarded = new CopyOnWriteArrayList<>();

    MappingProgress progress =
        run(
            function,
            mapping(function).batchSize(2).maximumRetryAttempts(2).onFailure(discarded::add));

    assertThat(function.keysPerCall()).containsExactly("ab", "ab", "ab", "c");
    assertThat(progress.recordsDiscarded()).isEqualTo(2);
    DiscardedBatch batch = discarded.get(0);
    assertThat(batch.reason()).isEqualTo(DiscardedBatch.Reason.RETRY_ATTEMPTS_EXHAUSTED);
    assertThat(batch.attempts()).isEqualTo(3);
    List<JsonNode> records =
        RecordedFunction.records(batch.event().getBytes(StandardCharsets.UTF_8));
    assertThat(RecordedFunction.keys(records)).isEqualTo("ab");
    assertThat(records).extracting(RecordedFunction::sequence).isEqualTo(batch.sequenceNumbers());
  }

  @Test
  void recordsOlderThanTheLimitAreGivenUpWithoutACall() throws Exception {
    put("a", "b");
    RecordedFunction function = new RecordedFunction(SUCCESS);
    List<DiscardedBatch> discarded = new CopyOnWriteArrayList<>();

    run(
        function,
        mapping(function)
            .maximumRecordAge(Duration.ofHours(1))
            .clock(Clock.offset(Clock.systemUTC(), Duration.ofHours(2)))
            .onFailure(discarded::add));

    assertThat(function.calls).isEmpty();
    assertThat(discarded)
        .extracting(DiscardedBatch::reason)
        .containsExactly(DiscardedBatch.Reason.RECORD_AGE_EXCEEDED);
    assertThat(discarded.get(0).sequenceNumbers()).hasSize(2);
  }
}
