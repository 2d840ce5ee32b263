package io.github.dynamooutbox.relay.internal.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ToldSafelyTest {
  private static final RelayEvent EVENT = new RelayEvent.ControlFailed("read", "code", "no rights");

  private final List<RelayEvent> told = new ArrayList<>();

  static List<Error> errors() {
    return List.of(
        new AssertionError("secret"), new NoClassDefFoundError("a"), new StackOverflowError());
  }

  private static RelayObserver failing(Error failure) {
    return event -> {
      throw failure;
    };
  }

  @ParameterizedTest
  @MethodSource("errors")
  void failuresOfAnObserverStayWithIt(Error failure) {
    ToldSafely.of(failing(failure).and(told::add)).observe(EVENT);
    ToldSafely.of(((RelayObserver) told::add).and(failing(failure))).observe(EVENT);

    assertThat(told).containsExactly(EVENT, EVENT);
  }

  @Test
  void failureOfTheMachinePasses() {
    Error machine = new InternalError();

    assertThatThrownBy(() -> ToldSafely.of(failing(machine).and(told::add)).observe(EVENT))
        .isSameAs(machine);
    assertThat(told).isEmpty();
  }

  @Test
  void aFailureOfOneOfTwoObserversIsPassedOn() {
    Error failure = new AssertionError();

    assertThatThrownBy(() -> failing(failure).and(told::add).observe(EVENT)).isSameAs(failure);
    assertThat(told).containsExactly(EVENT);
  }

  @Test
  void failuresOfBothObserversArePassedOn() {
    Error first = new AssertionError();
    Error second = new StackOverflowError();

    assertThatThrownBy(() -> failing(first).and(failing(second)).and(failing(first)).observe(EVENT))
        .isSameAs(first)
        .hasSuppressedException(second);
    assertThat(first.getSuppressed()).hasSize(1);
  }

  @Test
  void failureOfTheMachinePassesBeforeAnother() {
    Error machine = new InternalError();

    assertThatThrownBy(() -> failing(new AssertionError()).and(failing(machine)).observe(EVENT))
        .isSameAs(machine);
  }
}
