package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.writer.Step.Again;
import io.github.dynamooutbox.writer.Step.Failed;
import io.github.dynamooutbox.writer.Step.Finished;
import io.github.dynamooutbox.writer.Step.ReadMarker;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Takes a commit through its steps on the calling thread. */
final class BlockingCommit {
  private final DynamoDbClient client;
  private final Sleeper sleeper;

  BlockingCommit(DynamoDbClient client, Sleeper sleeper) {
    this.client = client;
    this.sleeper = sleeper;
  }

  CommitResult run(CommitRun commit) {
    while (true) {
      Step step = send(commit);
      if (step instanceof ReadMarker read) {
        step = commit.read(client.getItem(read.request()).item());
      }
      if (step instanceof Finished finished) {
        return finished.result();
      }
      if (step instanceof Failed failed) {
        throw unchecked(failed.failure());
      }
      sleep((Again) step);
    }
  }

  private Step send(CommitRun commit) {
    try {
      client.transactWriteItems(commit.plan().request());
      return commit.accepted();
    } catch (RuntimeException e) {
      return commit.refused(e);
    }
  }

  private void sleep(Again again) {
    try {
      sleeper.sleep(again.pause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      again.failure().addSuppressed(e);
      throw again.failure();
    }
  }

  /** Only what was caught as such gets here. */
  private static RuntimeException unchecked(Throwable failure) {
    return failure instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException(failure);
  }
}
