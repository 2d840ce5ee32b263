package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.LocalControlTable.NOW;
import static io.github.dynamooutbox.aws.control.LocalControlTable.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.control.LoggedDecision.Decision;
import io.github.dynamooutbox.aws.control.LoggedDecision.Ended;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;

/** Each decision is there from before it is carried out, whoever else decides at the same time. */
class DecisionLogIT {
  private static final Instant LONG_AGO = NOW.minus(Duration.ofDays(1_000));

  @RegisterExtension static final LocalControlTable table = new LocalControlTable();

  private final String stream = AwsUnderTest.unique("stream");
  private Instant now = NOW;
  private final DecisionLog log = at(() -> now);

  private DecisionLog at(InstantSource clock) {
    return ControlTable.builder(table.client(), LocalControlTable.NAME, stream, table.executor())
        .clock(clock)
        .build()
        .decisions();
  }

  @Test
  void isThereBeforeItIsCarriedOutAndSaysHowItEnded() {
    LoggedDecision begun = get(log.begin(decision("1")));
    assertThat(get(log.between(LONG_AGO, Instant.MAX, 10))).containsExactly(begun);

    now = NOW.plusSeconds(3);
    assertThat(get(log.end(begun, "DONE", OptionalLong.of(7)))).isTrue();

    Instant ended = Instant.ofEpochMilli(now.toEpochMilli());
    assertThat(get(log.between(LONG_AGO, Instant.MAX, 10)))
        .containsExactly(
            new LoggedDecision(
                begun.at(),
                begun.decision(),
                Optional.of(new Ended(ended, "DONE", OptionalLong.of(7)))));
  }

  @Test
  void keepsEachOfManyThatAreMadeInTheSameMillisecond() {
    List<CompletionStage<LoggedDecision>> all = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      all.add(log.begin(decision("run-" + i)));
    }
    List<LoggedDecision> begun = all.stream().map(LocalControlTable::get).toList();

    assertThat(get(log.between(LONG_AGO, Instant.MAX, 1_000)))
        .containsExactlyInAnyOrderElementsOf(begun);
    assertThat(get(log.between(LONG_AGO, Instant.MAX, 3))).hasSize(3);
  }

  @Test
  void showsTheLatestFirstAlsoOfTheYearBefore() {
    List<LoggedDecision> begun = new ArrayList<>();
    for (int days : List.of(380, 300, 1, 0)) {
      now = NOW.minus(Duration.ofDays(days));
      begun.add(0, get(log.begin(decision("" + days))));
    }

    assertThat(get(log.between(LONG_AGO, Instant.MAX, 10))).isEqualTo(begun);
    assertThat(get(log.between(LONG_AGO, Instant.MAX, 3))).isEqualTo(begun.subList(0, 3));
    assertThat(get(log.between(NOW.minus(Duration.ofDays(301)), Instant.MAX, 10)))
        .isEqualTo(begun.subList(0, 3));
    assertThat(get(log.between(NOW.minusMillis(1), Instant.MAX, 10)))
        .isEqualTo(begun.subList(0, 1));
    Instant yesterday = begun.get(1).at();
    assertThat(get(log.between(LONG_AGO, yesterday, 10)))
        .as("the end is exclusive")
        .isEqualTo(begun.subList(2, 4));
    assertThat(get(log.between(LONG_AGO, yesterday.plusMillis(1), 10)))
        .isEqualTo(begun.subList(1, 4));
    assertThat(get(log.between(NOW, LONG_AGO, 10))).isEmpty();
  }

  /** A process reads before an answer of DynamoDB has corrected its clock. */
  @ParameterizedTest
  @ValueSource(ints = {10, 60})
  void showsTheLatestAlsoToAReaderWhoseClockIsSlow(int minutes) {
    now = Instant.parse("2127-01-01T00:05:00Z");
    LoggedDecision begun = get(log.begin(decision("1")));
    DecisionLog reader = at(() -> now.minus(Duration.ofMinutes(minutes)));

    assertThat(get(reader.between(LONG_AGO, Instant.MAX, 10))).containsExactly(begun);
  }

  /** The largest item is far below 400 KB, whatever an operator selects. */
  @Test
  void cutsLongTexts() {
    LoggedDecision begun =
        get(
            log.begin(
                new Decision(
                    "\ud83d\ude00".repeat(1_000),
                    "run",
                    "redrive",
                    Optional.empty(),
                    "x".repeat(1 << 20),
                    1,
                    Optional.empty())));

    assertThat(begun.decision().selection()).hasSize(1_024);
    assertThat(begun.decision().by()).isEqualTo("\ud83d\ude00".repeat(256));
    assertThat(get(log.between(LONG_AGO, Instant.MAX, 10))).containsExactly(begun);
  }

  @Test
  void saysSoIfItWasDeletedMeanwhileAndLeavesNoHalf() {
    LoggedDecision begun = get(log.begin(decision("1")));
    Map<String, AttributeValue> key = new Keys(stream).decision(begun);
    table
        .client()
        .deleteItem(DeleteItemRequest.builder().tableName(LocalControlTable.NAME).key(key).build());

    assertThat(get(log.end(begun, "DONE", OptionalLong.empty()))).isFalse();
    assertThat(get(log.between(LONG_AGO, Instant.MAX, 10))).isEmpty();
  }

  private static Decision decision(String run) {
    return new Decision("ann", run, "purge", Optional.of("bus"), "", 7, Optional.of("bus is gone"));
  }
}
