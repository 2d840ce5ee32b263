package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.CommitListener.Ending;
import io.github.dynamooutbox.writer.CommitListener.Report;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Holds the report of one attempt of a decision until it is known whether another follows. */
final class HeldReport {
  private final Optional<CommitListener> listener;
  private volatile @Nullable Report held;

  HeldReport(Optional<CommitListener> listener) {
    this.listener = listener;
  }

  /** The listener of the attempt, if there is one to report to. */
  Optional<CommitListener> listener() {
    return listener.isPresent() ? Optional.of(report -> held = report) : Optional.empty();
  }

  void pass(boolean decidesAgain) {
    Report report = held;
    if (report != null) {
      listener.orElseThrow().committed(decidesAgain ? report.ending(Ending.DECIDED_AGAIN) : report);
    }
  }
}
