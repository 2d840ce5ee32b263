package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.internal.commit.Delay;
import io.github.dynamooutbox.writer.internal.commit.Futures;
import io.github.dynamooutbox.writer.internal.settle.SdkFailures;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;

/**
 * Drives a commit through its steps without blocking. Completing the future from outside, above all
 * by cancelling it, ends the commit: the current call is cancelled, and no other follows.
 */
final class AsyncCommit implements Step.Driver {
  private final DynamoDbAsyncClient client;
  private final Delay delay;
  private final CommitRun commit;
  private final CompletableFuture<CommitResult> result = new CompletableFuture<>();

  AsyncCommit(DynamoDbAsyncClient client, Delay delay, CommitRun commit) {
    this.client = client;
    this.delay = delay;
    this.commit = commit;
  }

  CompletableFuture<CommitResult> start() {
    send();
    return result;
  }

  /** Looks for the result of an earlier commit, because of a refusal. */
  CompletableFuture<CommitResult> known(Throwable refusal) {
    commit.known(refusal).accept(this);
    return result;
  }

  @Override
  public void finish(CommitResult committed) {
    result.complete(committed);
  }

  @Override
  public void fail(Throwable failure) {
    result.completeExceptionally(failure);
  }

  @Override
  public void sendAgain(Duration pause, Throwable refusal) {
    later(pause, refusal, this::send);
  }

  @Override
  public void readMarker(Duration pause, Throwable refusal) {
    if (pause.isZero()) {
      read();
    } else {
      later(pause, refusal, this::read);
    }
  }

  private void send() {
    call(
        () -> client.transactWriteItems(commit.request()),
        response -> commit.accepted(),
        commit::refused);
  }

  private void read() {
    call(
        () -> client.getItem(commit.readRequest()),
        response -> commit.read(response.item()),
        commit::unread);
  }

  /**
   * Also catches what a callback throws: otherwise it would go unnoticed, and the caller would wait
   * forever.
   */
  private <R> void call(
      Supplier<CompletableFuture<R>> request,
      Function<R, Step> answered,
      Function<Throwable, Step> failed) {
    if (result.isDone()) {
      return;
    }
    CompletableFuture<R> call;
    try {
      call = Objects.requireNonNull(request.get(), "the future of the client");
    } catch (Throwable e) {
      call = CompletableFuture.failedFuture(e);
    }
    CompletableFuture<?> unused =
        Futures.cancelWith(result, call)
            .whenComplete(
                (response, failure) -> {
                  try {
                    if (failure == null) {
                      answered.apply(response).accept(this);
                    } else {
                      SdkFailures.rethrowIfFatal(Futures.unwrapped(failure));
                      failed.apply(Futures.unwrapped(failure)).accept(this);
                    }
                  } catch (RuntimeException | Error unforeseen) {
                    result.completeExceptionally(unforeseen);
                  }
                });
  }

  private void later(Duration pause, Throwable refusal, Runnable task) {
    if (result.isDone()) {
      return;
    }
    try {
      var unused = Futures.cancelWith(result, delay.run(pause, task));
    } catch (RuntimeException | Error e) {
      SdkFailures.rethrowIfFatal(e);
      refusal.addSuppressed(e);
      commit.abandoned(refusal).accept(this);
    }
  }
}
