package io.github.dynamooutbox.aws.examine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class WaitNoticeTest {
  private final BlockingQueue<String> said = new ArrayBlockingQueue<>(10);

  @Test
  void saysWhatIsWaitedForOnceTheTimeIsOver() throws InterruptedException {
    WaitNotice notice = WaitNotice.of("a table", said::add, Duration.ofMillis(1));

    assertThat(said.poll(10, TimeUnit.SECONDS)).isEqualTo("Waiting for a table");
    notice.close();
    assertThat(said).isEmpty();
  }

  @Test
  void saysNothingAboutAnAnswerInTime() {
    assertThat(WaitNotice.during("an answer", said::add, () -> 42)).isEqualTo(42);
    assertThat(said).isEmpty();
  }

  @Test
  void passesAFailureOn() {
    assertThatThrownBy(
            () ->
                WaitNotice.during(
                    "an answer",
                    said::add,
                    () -> {
                      throw new IllegalStateException("refused");
                    }))
        .hasMessage("refused");
  }
}
