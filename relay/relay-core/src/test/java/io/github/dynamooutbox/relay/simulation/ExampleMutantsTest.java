package io.github.dynamooutbox.relay.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Bugs that only one seed in thousands shows: each has an example, which sees it. */
class ExampleMutantsTest {
  /**
   * A bug and who sees it.
   *
   * @param test below the relay's package
   * @param example its method
   */
  record Example(Mutant mutant, String test, String example) {
    @Override
    public String toString() {
      return mutant.toString();
    }
  }

  static List<Example> examples() {
    return List.of(
        new Example(
            new Mutant(
                "puts events into a closed lane while an older backlog is held",
                "internal/lane/Parking",
                "    if (held.contains(backlog) && !wasReadSinceReleased(backlog, lane)) {",
                "    if (held.contains(backlog) && !held.contains(new QueueName.Lane(lane))) {"),
            "OlderBacklogTest",
            "aLiveEventGoesBehindTheBacklogThoughItsLaneIsClosedByItself"),
        new Example(
            new Mutant(
                "forgets a released backlog for lanes that it did not read again",
                "internal/lane/Parking",
                "    if (held.contains(backlog) && !wasReadSinceReleased(backlog, lane)) {",
                "    if (held.contains(backlog) && !readSince.containsKey(backlog)) {"),
            "FoundBySimulationTest",
            "sendsNothingOfALaneThatWasMovedFromABacklogThatAnotherLaneFindsReleased"),
        new Example(
            new Mutant(
                "passes a lane that was read before its backlog was held again",
                "internal/lane/Parking",
                "          if (read.changes() == changes) {",
                "          if (read.changes() >= 0) {"),
            "internal.lane.ParkingTest",
            "whatWasReadBeforeTheBacklogWasHeldAgainSaysNothing"),
        new Example(
            new Mutant(
                "does not notice that a released backlog is held again",
                "internal/lane/Parking",
                "    if (held.add(queue) || wasReleased) {",
                "    if (held.add(queue) && !wasReleased) {"),
            "internal.lane.ParkingTest",
            "whatWasReadBeforeTheBacklogWasHeldAgainSaysNothing"),
        new Example(
            new Mutant(
                "reads the lanes before the ahead list",
                "internal/shard/StreamShardRelay",
                """
                    ahead.load(
                        batch.first,
                        calls,
                        finished -> {
                          dispatch.leaveOut(finished);
                          dispatch.refresh(batch.incoming, () -> batch.isPrepared = true);
                        });
                """,
                """
                    dispatch.refresh(
                        batch.incoming,
                        () ->
                            ahead.load(
                                batch.first,
                                calls,
                                finished -> {
                                  dispatch.leaveOut(finished);
                                  batch.isPrepared = true;
                                }));
                """),
            "FoundBySimulationTest",
            "seesALaneThatIsClosedWhileItReadsWhatIsFinishedAhead"));
  }

  @ParameterizedTest
  @MethodSource("examples")
  void isSeen(Example example) throws ReflectiveOperationException {
    run(new Mutant("none", example.mutant().file(), "package ", "package "), example);

    assertThatThrownBy(() -> run(example.mutant(), example))
        .isInstanceOf(InvocationTargetException.class)
        .cause()
        .satisfies(
            thrown ->
                assertThat(thrown.getStackTrace())
                    .as("an assertion of the example itself: %s", thrown)
                    .anyMatch(frame -> frame.getMethodName().equals(example.example())))
        .isInstanceOf(AssertionError.class);
  }

  private static void run(Mutant mutant, Example example) throws ReflectiveOperationException {
    Class<?> test =
        new MutatedRelay(mutant).loadClass("io.github.dynamooutbox.relay." + example.test());
    Constructor<?> constructor = test.getDeclaredConstructor();
    constructor.setAccessible(true);
    Object instance = constructor.newInstance();
    for (Method method : test.getDeclaredMethods()) {
      if (method.isAnnotationPresent(BeforeEach.class)) {
        method.setAccessible(true);
        method.invoke(instance);
      }
    }
    Method method = test.getDeclaredMethod(example.example());
    method.setAccessible(true);
    method.invoke(instance);
  }
}
