package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.operations.operate.AwsFailures;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * The right to do some work, which one process has at a time: two would know nothing of what the
 * other has in flight. It is renewed until it is closed. Thread-safe.
 */
final class WorkLease implements AutoCloseable {
  /** Work that only one process at a time may do. The names are stored in control tables. */
  enum Work {
    RESEND("sending abandoned batches"),
    REPLAY("replaying what is missing");

    private final String doing;

    Work(String doing) {
      this.doing = doing;
    }
  }

  /** The lease's length in the control table. */
  private static final Duration LENGTH = Duration.ofMinutes(1);

  /** Its length for the holder, who stops before another process can begin. */
  private static final Duration HELD = Duration.ofSeconds(45);

  private static final Duration RENEWED_AFTER = Duration.ofSeconds(15);

  private final Work work;
  private final ControlTable control;
  private final EventLoop loop;
  private final String owner;

  /** In terms of {@link System#nanoTime}, which never jumps. */
  private volatile long heldUntil = System.nanoTime();

  /** The lease of another process that has it instead. */
  private volatile @Nullable Lease others;

  private boolean isClosed;

  /** The last request for it: whether no other process has it. */
  private CompletionStage<Boolean> renewal = CompletableFuture.completedFuture(true);

  private WorkLease(Work work, ControlTable control, String owner, EventLoop loop) {
    this.work = work;
    this.control = control;
    this.owner = owner;
    this.loop = loop;
  }

  /**
   * Takes the lease.
   *
   * @param controlName for messages
   * @param owner distinguishes the holder from all others
   * @param loop renews it
   * @throws OperatorException if another process has it, or the control table cannot be written
   */
  static WorkLease take(
      Work work, ControlTable control, String controlName, String owner, EventLoop loop) {
    WorkLease lease = new WorkLease(work, control, owner, loop);
    long now = System.nanoTime();
    lease.granted(AwsFailures.await(controlName, lease.request()), now);
    if (!lease.isHeld()) {
      throw new OperatorException(
          Kind.BUSY, lease.problem().orElse("") + ": nothing was sent; run this again afterwards");
    }
    lease.renewLater();
    return lease;
  }

  private CompletionStage<Lease> request() {
    Instant now = Instant.now();
    return control.lease(work.name(), owner, now, now.plus(LENGTH));
  }

  private void granted(Lease lease, long askedAt) {
    if (lease.owner().equals(owner)) {
      heldUntil = askedAt + HELD.toNanos();
    } else {
      heldUntil = askedAt;
      others = lease;
    }
  }

  private void renewLater() {
    loop.schedule(RENEWED_AFTER, this::renew);
  }

  /** A request that fails is repeated, and the lease ends if none succeeds in time. */
  private synchronized void renew() {
    if (isClosed || others != null) {
      return;
    }
    long now = System.nanoTime();
    renewal =
        request()
            .handle(
                (lease, failure) -> {
                  if (lease != null) {
                    granted(lease, now);
                  }
                  renewLater();
                  return others == null;
                });
  }

  boolean isHeld() {
    return heldUntil - System.nanoTime() > 0;
  }

  /** Why it is not held. */
  Optional<String> problem() {
    Lease held = others;
    if (isHeld()) {
      return Optional.empty();
    }
    return Optional.of(
        held == null
            ? "the lease could not be renewed in time"
            : "%s is %s, and has the lease until %s"
                .formatted(held.owner(), work.doing, held.until()));
  }

  /** Ends the lease; if that fails, it ends by itself within a minute. */
  @Override
  public void close() {
    synchronized (this) {
      isClosed = true;
    }
    // A renewal in progress would take it again.
    boolean isOurs = renewal.toCompletableFuture().join();
    if (isOurs) {
      control
          .giveBack(work.name(), owner)
          .exceptionally(endsByItself -> null)
          .toCompletableFuture()
          .join();
    }
  }
}
