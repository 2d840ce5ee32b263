package io.github.dynamooutbox.aws.examine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.examine.Finding.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class UnansweredTimeTest {
  private final List<Finding> shown = new ArrayList<>();
  private final Examination examination =
      new Examination(notice -> {}, Duration.ofMillis(2_100), shown::add);

  @Test
  void givesUpWhatDoesNotAnswerAndShowsWhatItHasFound() {
    examination.look("a", "x:Read", () -> examination.fine("a", "is there"));
    examination.look("b", "x:Read", UnansweredTimeTest::hang);
    examination.look("c", "x:Read", () -> examination.fine("c", "is there"));

    assertThat(shown).isEqualTo(examination.findings());
    assertThat(shown)
        .extracting(Finding::verdict)
        .containsExactly(Verdict.FINE, Verdict.UNCHECKED, Verdict.UNCHECKED);
    assertThat(shown.get(1).fact()).isEqualTo("does not answer");
    assertThat(shown.get(2).fact()).startsWith("was not examined");
  }

  @Test
  void waitsForAnyNumberOfAnswersThatCome() {
    for (int i = 0; i < 100; i++) {
      examination.look("a", "x:Read", () -> examination.fine("a", "is there"));
    }

    assertThat(shown).hasSize(100).extracting(Finding::verdict).containsOnly(Verdict.FINE);
  }

  private static void hang() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
