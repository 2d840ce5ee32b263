package io.github.dynamooutbox.relay.simulation;

/**
 * A deliberate bug in the relay: in one file, a piece of text is replaced by another.
 *
 * @param what it does wrong
 * @param file below the relay's package, without the ending
 * @param text what is replaced; stands in the file exactly once
 * @param by what it is replaced with
 */
record Mutant(String what, String file, String text, String by) {
  @Override
  public String toString() {
    return what;
  }
}
