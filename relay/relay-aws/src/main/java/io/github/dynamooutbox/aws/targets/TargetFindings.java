package io.github.dynamooutbox.aws.targets;

/**
 * Records what an examination finds about a target. A fact is the rest of a sentence that begins
 * with the target; a remedy is a command, or a sentence in the imperative. Not thread-safe.
 */
public interface TargetFindings {
  /** Records that something is as it should be. */
  void fine(String fact);

  /** Records what could be better. */
  void advise(String fact, String remedy);

  /** Records what could not be examined. */
  void unchecked(String fact, String remedy);

  /** Records what is wrong. */
  void wrong(String fact, String remedy);

  /**
   * Examines something in AWS. A failed call is a finding, too: it is wrong if the resource does
   * not exist, and unchecked if it may not be read or cannot be reached.
   *
   * @param right the actions that have to be allowed for it
   * @param look makes the calls with the SDK, and records what it finds
   */
  void look(String right, Runnable look);
}
