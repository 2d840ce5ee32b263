package io.github.dynamooutbox.examples.demo.check;

import java.util.List;

/**
 * What is wrong with one target's events.
 *
 * @param lost committed events that the target did not accept, or accepted and did not deliver
 * @param outOfOrder events accepted before one that the same aggregate raised earlier
 * @param duplicates deliveries of an event that had been delivered before
 * @param invented events that the target accepted or delivered but that were never committed
 * @param examples some of these events, to start an investigation with
 */
public record Findings(
    String target,
    long lost,
    long outOfOrder,
    long duplicates,
    long invented,
    List<String> examples) {
  public Findings {
    examples = List.copyOf(examples);
  }

  /** Whether the guarantees hold. Duplicates do not break them. */
  public boolean isSound() {
    return lost == 0 && outOfOrder == 0 && invented == 0;
  }
}
