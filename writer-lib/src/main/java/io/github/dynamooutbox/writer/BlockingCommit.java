package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.internal.settle.SdkFailures;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Drives one commit through its steps on the calling thread. */
final class BlockingCommit implements Step.Driver {
  private final DynamoDbClient client;
  private final Sleeper sleeper;
  private final CommitRun commit;
  private @Nullable Step next;
  private @Nullable CommitResult result;

  BlockingCommit(DynamoDbClient client, Sleeper sleeper, CommitRun commit) {
    this.client = client;
    this.sleeper = sleeper;
    this.commit = commit;
  }

  CommitResult run() {
    return drive(send());
  }

  /** Looks for the result of an earlier commit, because of a refusal. */
  CommitResult known(RuntimeException refusal) {
    return drive(commit.known(refusal));
  }

  private CommitResult drive(Step first) {
    next = first;
    while (result == null) {
      next.accept(this);
    }
    return result;
  }

  private Step send() {
    try {
      client.transactWriteItems(commit.request());
    } catch (Throwable e) {
      // An interceptor of the client may fail with an error, after the write too.
      caught(e);
      return commit.refused(e);
    }
    return commit.accepted();
  }

  @Override
  public void finish(CommitResult committed) {
    result = committed;
  }

  @Override
  public void fail(Throwable failure) {
    // Of anything but a runtime exception the outcome is unknown, so nothing else gets here.
    throw failure instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException(failure);
  }

  @Override
  public void sendAgain(Duration pause, Throwable refusal) {
    next = sleeps(sleeper, pause, refusal) ? send() : commit.abandoned(refusal);
  }

  @Override
  public void readMarker(Duration pause, Throwable refusal) {
    next = pause.isZero() || sleeps(sleeper, pause, refusal) ? read() : commit.abandoned(refusal);
  }

  private Step read() {
    try {
      return commit.read(client.getItem(commit.readRequest()).item());
    } catch (Throwable e) {
      caught(e);
      return commit.unread(e);
    }
  }

  /** Keeps an interrupt that an interceptor in Kotlin, say, threw on without declaring it. */
  private static void caught(Throwable failure) {
    SdkFailures.rethrowIfFatal(failure);
    if (failure instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for an attempt after a refusal. Returns false if it cannot, above all if interrupted. */
  static boolean sleeps(Sleeper sleeper, Duration pause, Throwable refusal) {
    try {
      sleeper.sleep(pause);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      refusal.addSuppressed(e);
      return false;
    } catch (RuntimeException | Error e) {
      SdkFailures.rethrowIfFatal(e);
      refusal.addSuppressed(e);
      return false;
    }
  }
}
