package io.github.dynamooutbox.relay.simulation;

import java.util.Optional;

/**
 * A deliberate bug in the relay: in one file, a piece of text is replaced by another.
 *
 * @param what it does wrong
 * @param file below the relay's package, without the ending
 * @param text what is replaced; stands in the file exactly once
 * @param by what it is replaced with
 * @param weather in which it is looked for; empty: in every one
 * @param from the seed with which the search begins; those before it come last
 */
record Mutant(
    String what, String file, String text, String by, Optional<Weather> weather, long from) {
  Mutant(String what, String file, String text, String by) {
    this(what, file, text, by, Optional.empty(), 0);
  }

  /** The same bug, looked for where it is most likely to show. */
  Mutant in(Weather where) {
    return new Mutant(what, file, text, by, Optional.of(where), from);
  }

  /**
   * The same bug, one that few seeds show: the search begins shortly before one of them, so that
   * not each build goes through all others again.
   */
  Mutant from(long seed) {
    return new Mutant(what, file, text, by, weather, seed);
  }

  /** Whether this seed may show it. */
  boolean isLookedForIn(long seed) {
    return weather.isEmpty() || weather.get() == Weather.of(new Dice(seed));
  }

  @Override
  public String toString() {
    return what;
  }
}
