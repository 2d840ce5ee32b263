package io.github.dynamooutbox.inbox;

/**
 * A deliberate bug in the inbox: in one file, a piece of text is replaced by another.
 *
 * @param what it does wrong
 * @param file name of the class in this package
 * @param text what is replaced; stands in the file exactly once
 * @param by what it is replaced with
 * @param firstSeed where the search for a seed that notices begins; not 0 where few seeds do
 */
record InboxMutant(String what, String file, String text, String by, long firstSeed) {
  InboxMutant(String what, String file, String text, String by) {
    this(what, file, text, by, 0);
  }

  InboxMutant from(long seed) {
    return new InboxMutant(what, file, text, by, seed);
  }

  @Override
  public String toString() {
    return what;
  }
}
