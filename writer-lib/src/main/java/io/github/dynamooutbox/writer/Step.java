package io.github.dynamooutbox.writer;

import java.time.Duration;

/** The next step of a commit. Its driver handles each kind. */
sealed interface Step {

  void accept(Driver driver);

  /** Carries out the steps of a commit. A new kind of step needs a method here to compile. */
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

  /** The commit has ended with a result. */
  record Finished(CommitResult result) implements Step {
    @Override
    public void accept(Driver driver) {
      driver.finish(result);
    }
  }

  /** The commit has ended with an exception. */
  record Failed(Throwable failure) implements Step {
    @Override
    public void accept(Driver driver) {
      driver.fail(failure);
    }
  }

  /** See {@link Driver#sendAgain}. */
  record SendAgain(Duration pause, Throwable refusal) implements Step {
    @Override
    public void accept(Driver driver) {
      driver.sendAgain(pause, refusal);
    }
  }

  /** See {@link Driver#readMarker}. */
  record ReadMarker(Duration pause, Throwable refusal) implements Step {
    @Override
    public void accept(Driver driver) {
      driver.readMarker(pause, refusal);
    }
  }
}
