package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.ForeignFailures;
import java.util.List;

/** All listeners of an outbox. One that fails changes neither the outcome nor what others hear. */
final class CommitListeners implements CommitListener {
  private final List<CommitListener> listeners;
  private final ForeignFailures failures =
      new ForeignFailures(
          System.getLogger(CommitListener.class.getName()),
          "a listener failed after a commit, whose outcome stands; repetitions are not logged: {0}");

  CommitListeners(List<CommitListener> listeners) {
    this.listeners = List.copyOf(listeners);
  }

  @Override
  public void committed(Report report) {
    for (CommitListener listener : listeners) {
      try {
        listener.committed(report);
      } catch (Throwable e) {
        failures.log(listener.getClass().getName(), e);
      }
    }
  }
}
