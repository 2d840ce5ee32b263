package io.github.dynamooutbox.benchmarks.chaos;

import java.time.Duration;

/**
 * The outcome of a round.
 *
 * @param trouble the kind of trouble
 * @param arrived events that the bus accepted, including repeats
 * @param lost events that never arrived
 * @param outOfOrder events that overtook another of their order
 * @param twice repeats
 * @param inFlight events that may be repeated: those published by calls of the function that did
 *     not finish their batch, and those in requests whose answers were lost
 * @param wrongEffects missing or surplus effects at the consumers
 * @param again time from the end of the trouble until every order had been published again
 */
public record ChaosRound(
    String trouble,
    int arrived,
    int lost,
    int outOfOrder,
    int twice,
    int inFlight,
    int wrongEffects,
    Duration again) {
  /** Whether all guarantees held. */
  public boolean holds() {
    return lost == 0 && outOfOrder == 0 && twice <= inFlight && wrongEffects == 0;
  }
}
