package io.github.dynamooutbox.benchmarks.inbox;

import io.github.dynamooutbox.benchmarks.cost.CannedHttp;
import io.github.dynamooutbox.benchmarks.cost.ProcessContest;
import io.github.dynamooutbox.benchmarks.cost.ProcessContest.Cost;
import io.github.dynamooutbox.benchmarks.results.Results;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.lambda.BatchAdapter;
import io.github.dynamooutbox.inbox.lambda.BatchSource;
import java.time.Duration;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Events per second of a batch through the adapter, and through a bare loop that reads the same
 * batch, divides it among as many threads and writes the same transactions; a write takes 10 ms.
 */
public final class BatchRate {
  private static final Duration WRITE = Duration.ofMillis(10);
  private static final int ORDERS = 500;
  private static final int VERSIONS = 4;
  private static final int ROUNDS = 7;
  private static final double BOUND = 0.95;

  private BatchRate() {}

  /**
   * Prints a row for each number of threads.
   *
   * @return whether the adapter is within its bound
   */
  public static boolean measure(Results results, boolean quick) {
    results.print(
        "%n%-28s %12s %12s %8s%n",
        ORDERS + " aggregates, " + VERSIONS + " each", "adapter /s", "loop /s", "ratio");
    boolean holds = true;
    for (int threads : new int[] {16, 100}) {
      holds &= measure(threads, quick ? 1 : ROUNDS, results);
    }
    return results.bound(">= " + BOUND, holds);
  }

  private static boolean measure(int threads, int rounds, Results results) {
    List<ReceivedEvent> events = Orders.events(ORDERS, VERSIONS);
    byte[] batch = SqsBatch.of(events);
    try (DynamoDbClient client = new CannedHttp(WRITE).client();
        BareLoop bare = new BareLoop(client, threads)) {
      BatchAdapter adapter =
          BatchAdapter.of(
                  BatchSource.SQS, Recognition.ENTRIES_AND_CURSOR.inbox(client), Orders.handler(0))
              .parallel(threads)
              .build();
      Runnable ours = () -> SqsBatch.handle(adapter, batch);
      Runnable theirs = () -> bare.handle(batch);
      ProcessContest unused = ProcessContest.of(ours, theirs, 1);
      ProcessContest contest = ProcessContest.of(ours, theirs, rounds);
      double adapterRate = events.size() * 1e9 / ProcessContest.median(contest.ours(), Cost::nanos);
      double loopRate = events.size() * 1e9 / ProcessContest.median(contest.theirs(), Cost::nanos);
      double ratio = adapterRate / loopRate;
      results.print(
          "%-28s %12.0f %12.0f %8.3f%n", threads + " threads", adapterRate, loopRate, ratio);
      return ratio >= BOUND;
    }
  }
}
