package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.Step.Again;
import io.github.dynamooutbox.writer.Step.Failed;
import io.github.dynamooutbox.writer.Step.Finished;
import io.github.dynamooutbox.writer.Step.ReadMarker;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * Takes a commit through its steps without blocking. Whatever completes the future from outside,
 * first of all its cancellation, ends the commit: the call that is under way is cancelled, and no
 * other follows.
 */
final class AsyncCommit {
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

  /** Ends what is under way when the result is there, from wherever it came. */
  private void stopWithResult(Future<?> underWay) {
    CompletableFuture<?> unused = result.whenComplete((ended, failure) -> underWay.cancel(true));
  }

  private void send() {
    go(
        () -> {
          if (!result.isDone()) {
            transact();
          }
        });
  }

  /** What is thrown in a callback is seen by nobody else, and the caller would wait for ever. */
  private void go(Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error unforeseen) {
      result.completeExceptionally(unforeseen);
    }
  }

  private void transact() {
    CompletableFuture<?> call;
    try {
      call = client.transactWriteItems(commit.plan().request());
    } catch (RuntimeException e) {
      take(commit.refused(e));
      return;
    }
    stopWithResult(call);
    CompletableFuture<?> unused =
        call.whenComplete(
            (response, failure) ->
                go(
                    () ->
                        take(
                            failure == null
                                ? commit.accepted()
                                : commit.refused(unwrapped(failure)))));
  }

  private void take(Step step) {
    if (step instanceof Finished finished) {
      result.complete(finished.result());
    } else if (step instanceof Failed failed) {
      result.completeExceptionally(failed.failure());
    } else if (result.isDone()) {
      return;
    } else if (step instanceof ReadMarker read) {
      read(read);
    } else {
      again((Again) step);
    }
  }

  private void read(ReadMarker read) {
    CompletableFuture<GetItemResponse> call;
    try {
      call = client.getItem(read.request());
    } catch (RuntimeException e) {
      result.completeExceptionally(e);
      return;
    }
    stopWithResult(call);
    CompletableFuture<?> unused =
        call.whenComplete(
            (response, failure) ->
                go(
                    () ->
                        take(
                            failure == null
                                ? commit.read(response.item())
                                : new Failed(unwrapped(failure)))));
  }

  private void again(Again again) {
    try {
      stopWithResult(delay.run(again.pause(), this::send));
    } catch (RejectedExecutionException e) {
      again.failure().addSuppressed(e);
      result.completeExceptionally(again.failure());
    }
  }

  private static Throwable unwrapped(Throwable failure) {
    return failure instanceof CompletionException && failure.getCause() != null
        ? failure.getCause()
        : failure;
  }
}
