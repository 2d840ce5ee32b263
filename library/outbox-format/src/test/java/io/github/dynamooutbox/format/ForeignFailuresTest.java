package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ForeignFailuresTest {
  private final List<String> entries = new ArrayList<>();
  private Optional<Error> failure = Optional.empty();
  private final ForeignFailures failures = new ForeignFailures(new Log(), "failed: {0}");

  private final class Log implements System.Logger {
    @Override
    public String getName() {
      return "log";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String text, @Nullable Throwable thrown) {
      entries.add(level + " " + text + " " + thrown);
    }

    @Override
    public void log(
        Level level, @Nullable ResourceBundle bundle, String format, @Nullable Object... values) {
      if (failure.isPresent()) {
        throw failure.get();
      }
      entries.add(level + " " + format + " " + List.of(values));
    }
  }

  private static <T extends Throwable> T placed(T failure, String method) {
    failure.setStackTrace(
        new StackTraceElement[] {new StackTraceElement("Meter", method, "Meter.java", 7)});
    return failure;
  }

  @Test
  void logsClassAndPlaceOnceAndNoMessage() {
    failures.log("a listener", placed(new IllegalStateException("secret"), "count"));
    failures.log("a listener", placed(new IllegalStateException("another"), "count"));
    failures.log("a listener", placed(new AssertionError("secret"), "time"));

    assertThat(entries)
        .containsExactly(
            "ERROR failed: {0} [a listener: java.lang.IllegalStateException at"
                + " Meter.count(Meter.java:7)]",
            "ERROR failed: {0} [a listener: java.lang.AssertionError at Meter.time(Meter.java:7)]");
  }

  @Test
  void logsWhatAFailureSuppressed() {
    Throwable both = placed(new IllegalStateException("secret"), "count");
    both.addSuppressed(placed(new AssertionError("secret"), "time"));
    failures.log("an observer", both);

    assertThat(entries)
        .containsExactly(
            "ERROR failed: {0} [an observer: java.lang.IllegalStateException at"
                + " Meter.count(Meter.java:7)]",
            "ERROR failed: {0} [an observer: java.lang.AssertionError at Meter.time(Meter.java:7)]");
  }

  @Test
  void passesFailuresOfTheMachineOnOnceTheyAreLogged() {
    Error outOfMemory = placed(new InternalError("secret"), "count");

    assertThatThrownBy(() -> failures.log("a listener", outOfMemory)).isSameAs(outOfMemory);
    assertThat(entries).hasSize(1);
    failures.log("a listener", placed(new StackOverflowError(), "count"));
    assertThat(entries).hasSize(2);
  }

  @Test
  void keepsTheInterruptOfCodeThatWasInterrupted() {
    failures.log("a listener", placed(new InterruptedException(), "count"));
    assertThat(Thread.interrupted()).isTrue();

    failures.log("a listener", placed(new IllegalStateException(), "count"));
    assertThat(Thread.interrupted()).isFalse();
  }

  @Test
  void passesOnOfALogThatFailsTooOnlyWhatIsTheMachines() {
    failure = Optional.of(new AssertionError("of a log"));
    failures.log("a listener", placed(new IllegalStateException(), "count"));

    failure = Optional.of(new InternalError("of the machine"));
    assertThatThrownBy(
            () -> failures.log("a listener", placed(new IllegalStateException(), "time")))
        .isSameAs(failure.get());
  }

  @Test
  void tellsTheMachineFromTheCode() {
    assertThat(ForeignFailures.isOfTheMachine(new InternalError())).isTrue();
    assertThat(ForeignFailures.isOfTheMachine(new StackOverflowError())).isFalse();
    assertThat(ForeignFailures.isOfTheMachine(new LinkageError())).isFalse();
  }

  @Test
  void placeIsEmptyWhereThereIsNone() {
    Throwable without = new IllegalStateException();
    without.setStackTrace(new StackTraceElement[0]);

    assertThat(ForeignFailures.place(without)).isEmpty();
  }
}
