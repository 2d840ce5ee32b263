package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.relay.loop.ThreadEventLoop;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The right to replay what is missing, once it is claimed. Thread-safe. */
final class ReplayClaim implements AutoCloseable {
  private final ControlTable control;
  private final String controlName;
  private final ThreadEventLoop renewals = new ThreadEventLoop("outbox-replay-lease");
  private @Nullable WorkLease lease;

  /**
   * @param controlName for messages
   */
  ReplayClaim(ControlTable control, String controlName) {
    this.control = control;
    this.controlName = controlName;
  }

  /**
   * Claims it, or does nothing if it was claimed before.
   *
   * @throws io.github.dynamooutbox.operations.operate.OperatorException if another process has it,
   *     or the control table cannot be written
   */
  synchronized void take() {
    if (lease == null) {
      lease = WorkLease.take(WorkLease.Work.REPLAY, control, controlName, renewals);
    }
  }

  /** Why it was lost; empty if it is held, or was not claimed. */
  synchronized Optional<String> problem() {
    return Optional.ofNullable(lease).flatMap(WorkLease::problem);
  }

  /** Ends the claim. */
  @Override
  public synchronized void close() {
    if (lease != null) {
      lease.close();
    }
    renewals.close();
  }
}
