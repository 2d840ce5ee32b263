package io.github.dynamooutbox.writer;

import java.time.Duration;

/** The next step of a commit: it calls the one method of its driver that carries it out. */
@FunctionalInterface
interface Step {

  void accept(Driver driver);

  /** Carries out the steps of a commit. */
  interface Driver {
    void finish(CommitResult result);

    void fail(Throwable failure);

    /**
     * Sends the transaction again after a pause.
     *
     * @param refusal what the commit fails with if it cannot wait
     */
    void sendAgain(Duration pause, Throwable refusal);

    /**
     * Reads the command's marker after a pause: an earlier call may have committed the command.
     *
     * @param refusal what the commit fails with if it cannot wait
     */
    void readMarker(Duration pause, Throwable refusal);
  }
}
