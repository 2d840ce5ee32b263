package io.github.dynamooutbox.inbox;

/**
 * A deliberate bug in the inbox: in one file, a piece of text is replaced by another.
 *
 * @param what it does wrong
 * @param file name of the class in this package
 * @param text what is replaced; stands in the file exactly once
 * @param by what it is replaced with
 */
record InboxMutant(String what, String file, String text, String by) {
  @Override
  public String toString() {
    return what;
  }
}
