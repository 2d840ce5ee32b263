package io.github.dynamooutbox.benchmarks.chaos;

import java.time.Duration;

/**
 * What came of a round.
 *
 * @param trouble what happened
 * @param arrived events that the bus accepted, repeats among them
 * @param lost events that never arrived
 * @param outOfOrder events that overtook another of their order
 * @param twice repeats
 * @param inFlight events that may be repeated: what was published by calls of the function that did
 *     not finish their batch, and what was in requests whose answers were lost
 * @param wrongEffects effects at the consumers that are missing or too many
 * @param again from the end of the trouble until every order was published again
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
  /** Whether everything is as it should be. */
  public boolean holds() {
    return lost == 0 && outOfOrder == 0 && twice <= inFlight && wrongEffects == 0;
  }
}
