package io.github.dynamooutbox.relay.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
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
                "takes every refusal for a matter of the rate",
                "internal/lane/Trial",
                "        isRate = odds > 0;",
                "        isRate = odds > -3 * DECIDED;"),
            "internal.lane.PaceTest",
            "limitsNothingMoreOnceItIsKnownThatSendingLessDoesNotHelp"),
        new Example(
            new Mutant(
                "parks for others what has only just been ready",
                "internal/lane/Shedding",
                ".compareTo(A_MOMENT) >= 0",
                ".compareTo(A_MOMENT) >= -1"),
            "TroubledAWhileAgoTest",
            "nothingIsParkedThatHasOnlyJustBeenReady"),
        new Example(
            new Mutant(
                "takes a rejection for something that the target accepts",
                "internal/lane/Lanes",
                "each.acceptsSome() ? down.dividedBy(2) : down",
                "down.dividedBy(2)"),
            "simulation.SimulationTest",
            "aTargetThatRejectsSomeIsNotTakenForOneThatAcceptsSome"),
        new Example(
            new Mutant(
                "believes a single round",
                "internal/lane/Trial",
                "      odds += Math.max(-MOST_OF_A_ROUND, Math.min(MOST_OF_A_ROUND, said));",
                "      odds += said;"),
            "internal.lane.TrialTest",
            "oneRoundAloneDecidesNothing"),
        new Example(
            new Mutant(
                "counts seconds in which nothing was sent",
                "internal/lane/Trial",
                "      double ifRate = (double) low.seconds / (low.seconds + high.seconds);",
                "      double ifRate = 0.5;"),
            "internal.lane.TrialTest",
            "onlySecondsInWhichSomethingWasSentCount"),
        new Example(
            new Mutant(
                "sends the youngest first of what was throttled",
                "internal/lane/ReadyQueue",
                "              .thenComparing(each -> each.delivery.envelope().index()));",
                "              .reversed());"),
            "internal.lane.ReadyQueueTest",
            "whatWasThrottledIsSentAgainInTurnWithWhatIsNewTheOldestFirst"),
        new Example(
            new Mutant(
                "gives what fails all the room that is left",
                "internal/lane/ReadyQueue",
                "      return sinceFailed < OTHERS_FOR_FAILED &&",
                "      return sinceFailed < 0 &&"),
            "internal.lane.ReadyQueueTest",
            "whatFailedOtherwiseTakesOneOfTenWhileThereIsLittleRoom"),
        new Example(
            new Mutant(
                "a redrive gives up a target that is down",
                "internal/redrive/PartRun",
                "    if (ending.how() != Drained.RELEASED && isDown(queue)) {",
                "    if (ending.how() == Drained.RELEASED && isDown(queue)) {"),
            "QuietNightTest",
            "aRedriveWaitsForATargetThatComesBackWithinItsTime"),
        new Example(
            new Mutant(
                "a redrive tells nobody that a target accepts events",
                "internal/redrive/PartRun",
                "      if (context.gate(target).isMarkDue(now)) {",
                "      if (now.equals(Instant.MIN)) {"),
            "QuietNightTest",
            "theCircuitThatWasSavedIsHalfOpenAfterTheRedriveAndClosedByTheNextEvent"),
        new Example(
            new Mutant(
                "takes an old success of a redrive for a new one",
                "internal/circuit/Circuit",
                "    if (state == State.OPEN && !mark.equals(served)) {",
                "    if (state == State.OPEN && !mark.isEmpty()) {"),
            "internal.circuit.CircuitsTest",
            "aRedriveThatHasServedTheTargetSinceMakesTheCircuitHalfOpenOnce"),
        new Example(
            new Mutant(
                "forgets with the run which redrive had served a target",
                "internal/circuit/Circuit",
                "    served = saved.map(SavedCircuit::served).orElse(served);",
                ""),
            "internal.circuit.CircuitsTest",
            "theNextRunKnowsWhichRedriveHadServedTheTargetWhenTheCircuitOpened"),
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
                          dispatch.refresh(batch.ordered, () -> batch.isPrepared = true);
                        });
                """,
                """
                    dispatch.refresh(
                        batch.ordered,
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

  static List<Example> longerExamples() {
    return List.of(
        new Example(
            new Mutant(
                "sends a target that throttles as much as ever",
                "internal/lane/Pace",
                "    return now.isBefore(limitedUntil) &&",
                "    return now.isBefore(Instant.MIN) &&"),
            "SlowTargetTest",
            "isSentAtMostThreeTimesWhatItAccepts"),
        new Example(
            new Mutant(
                "counts requests that were throttled, and not their entries",
                "internal/lane/Pace",
                "      tokens -= entries;",
                "      tokens -= 1;"),
            "SlowTargetTest",
            "isSentAtMostThreeTimesWhatItAccepts"),
        new Example(
            new Mutant(
                "lets the others wait for a target that throttles",
                "internal/lane/Lanes",
                "          each.shedForOthers();",
                "          turnAfter(Duration.ofSeconds(60));"),
            "SlowTargetTest",
            "parksWhatOthersWouldHaveToWaitFor"),
        new Example(
            new Mutant(
                "parks what nobody waits for",
                "internal/lane/Lanes",
                " || !isSomeTargetIdle()) {",
                ") {"),
            "SlowTargetTest",
            "parksNothingIfNobodyElseWaits"),
        new Example(
            new Mutant(
                "parks a backlog because of the first throttle",
                "internal/lane/Lanes",
                "Collections.max(List.of(troubled",
                "Collections.min(List.of(troubled"),
            "SlowTargetTest",
            "aBacklogIsNotParkedBecauseOfTheFirstThrottle"));
  }

  @Tag("full")
  @ParameterizedTest
  @MethodSource("longerExamples")
  void isSeenInMinutesOfVirtualTime(Example example) throws ReflectiveOperationException {
    isSeen(example);
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
