package io.github.dynamooutbox.relay.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.VirtualLoop;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Calls that are made again. */
class CallsTest {
  private final VirtualLoop loop = new VirtualLoop();
  private final Backoff backoff =
      new Backoff(Duration.ofMillis(10), Duration.ofSeconds(1), new Random(1));
  private final List<String> told = new ArrayList<>();
  private int calls;

  @Test
  void aBoundedCallIsMadeThreeTimes() {
    bounded(() -> CompletableFuture.failedStage(new IllegalStateException()));

    assertThat(calls).isEqualTo(3);
    assertThat(told).containsExactly("failed IllegalStateException");
  }

  @Test
  void aBoundedCallEndsWithItsFirstSuccess() {
    bounded(() -> calls < 2 ? thrown() : CompletableFuture.completedStage(null));

    assertThat(calls).isEqualTo(2);
    assertThat(told).containsExactly("done");
  }

  @Test
  void aRepeatedCallIsMadeUntilItSucceedsAndEachFailureIsTold() {
    RequiredCalls required = required();
    required.repeat("read", () -> counted(() -> calls < 12 ? thrown() : done()), told::add);
    loop.runAll();

    assertThat(told).hasSize(12).endsWith("result").startsWith("read IllegalStateException no");
  }

  @Test
  void pausesDoNotGrowWithThoseOfTargets() {
    Backoff minutes = new Backoff(Duration.ofMinutes(1), Duration.ofMinutes(5), new Random(1));
    Backoff control = ControlBackoff.of(minutes);

    assertThat(control.base()).isEqualTo(Duration.ofMillis(500));
    assertThat(control.cap()).isEqualTo(Duration.ofSeconds(5));
    assertThat(ControlBackoff.of(backoff)).as("is shorter").isEqualTo(backoff);
  }

  @Test
  void whatIsClosedIsNotRepeatedAndPassesNothingOn() {
    RequiredCalls required = required();
    CompletableFuture<String> late = new CompletableFuture<>();
    required.repeat("wait", () -> late, told::add);
    required.repeat("read", () -> counted(CallsTest::<String>thrown), told::add);
    loop.runUntil(() -> calls == 1 && !told.isEmpty());
    told.clear();

    required.close();
    late.complete("late");
    loop.runAll();

    assertThat(calls).isEqualTo(1);
    assertThat(told).isEmpty();
  }

  @Test
  void closingLeavesNoTimer() {
    RequiredCalls required = required();
    required.repeat("read", () -> counted(CallsTest::<String>thrown), told::add);
    loop.step();
    required.close();

    assertThat(loop.step()).isFalse();
  }

  @Test
  void aFailureIsNamedWithoutWhatStagesWrapAroundIt() {
    Throwable wrapped =
        new CompletionException(new ExecutionException(new IllegalArgumentException("why")));

    assertThat(Failures.cause(wrapped)).hasMessage("why");
    assertThat(Failures.code(wrapped)).isEqualTo("IllegalArgumentException");
    assertThat(Failures.code(new CompletionException("bare", null)))
        .isEqualTo("CompletionException");
  }

  @Test
  void aFailureTellsWhereItWasThrown() {
    IllegalStateException here = new IllegalStateException();

    assertThat(Failures.place(new CompletionException(here)))
        .startsWith(" at ")
        .contains("CallsTest.aFailureTellsWhereItWasThrown");
    here.setStackTrace(new StackTraceElement[0]);
    assertThat(Failures.place(here)).isEmpty();
  }

  private void bounded(Supplier<CompletionStage<Void>> call) {
    new BestEffortCalls(loop, backoff)
        .call(() -> counted(call), () -> told.add("done"), code -> told.add("failed " + code));
    loop.runAll();
  }

  private RequiredCalls required() {
    return new RequiredCalls(
        loop,
        backoff,
        event -> {
          if (event instanceof RelayEvent.ControlFailed it) {
            told.add(it.what() + ' ' + it.code() + ' ' + it.message());
          }
        });
  }

  private <T> CompletionStage<T> counted(Supplier<CompletionStage<T>> call) {
    calls++;
    return call.get();
  }

  private static <T> CompletionStage<T> thrown() {
    throw new IllegalStateException("no");
  }

  private static CompletionStage<String> done() {
    return CompletableFuture.completedStage("result");
  }
}
