package io.github.dynamooutbox.aws.target;

/**
 * Takes down what an examination finds out about a target. A fact is the rest of a sentence that
 * begins with the target; a remedy is a command, or a sentence in the imperative. Used by one
 * thread.
 */
public interface TargetFindings {
  /** Notes that something is as it should be. */
  void fine(String fact);

  /** Notes what could be better. */
  void advise(String fact, String remedy);

  /** Notes what could not be examined. */
  void unchecked(String fact, String remedy);

  /** Notes what is wrong. */
  void wrong(String fact, String remedy);

  /**
   * Looks at something in AWS. A call that fails is a finding, too: what does not exist is wrong,
   * what may not be read or cannot be reached was not examined.
   *
   * @param right the actions that it takes
   * @param look makes the calls with the SDK, and notes what it finds
   */
  void look(String right, Runnable look);
}
