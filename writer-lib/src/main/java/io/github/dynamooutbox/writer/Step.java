package io.github.dynamooutbox.writer;

import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/** What comes next in a commit. Whoever takes a commit further handles each kind. */
sealed interface Step {

  void take(Driver driver);

  /** Takes a commit through its steps. A new kind of step does not compile without a method. */
  interface Driver {
    void finish(CommitResult result);

    void fail(Throwable failure);

    /**
     * To be sent again after a pause.
     *
     * @param refusal what the commit ends with if it cannot wait
     */
    void sendAgain(Duration pause, OutboxException refusal);

    /**
     * The command's marker is to be read after a pause: an earlier call may have committed the
     * command.
     *
     * @param refusal what the commit ends with if it cannot wait
     */
    void readMarker(GetItemRequest request, Duration pause, OutboxException refusal);
  }

  /** It is over. */
  record Finished(CommitResult result) implements Step {
    @Override
    public void take(Driver driver) {
      driver.finish(result);
    }
  }

  /** It is over, without a result. */
  record Failed(Throwable failure) implements Step {
    @Override
    public void take(Driver driver) {
      driver.fail(failure);
    }
  }

  /** See {@link Driver#sendAgain}. */
  record SendAgain(Duration pause, OutboxException refusal) implements Step {
    @Override
    public void take(Driver driver) {
      driver.sendAgain(pause, refusal);
    }
  }

  /** See {@link Driver#readMarker}. */
  record ReadMarker(GetItemRequest request, Duration pause, OutboxException refusal)
      implements Step {
    @Override
    public void take(Driver driver) {
      driver.readMarker(request, pause, refusal);
    }
  }
}
