package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.EventPosition;

/**
 * Events of an aggregate that are missing before the one that was received.
 *
 * @param expected {@code sequence} of the first missing event, which follows the last handled one
 * @param received position of the event that was received instead
 */
public record Gap(AggregateKey aggregate, String expected, EventPosition received) {

  @Override
  public String toString() {
    return aggregate + ": missing from " + expected + " to before " + received.sequence();
  }
}
