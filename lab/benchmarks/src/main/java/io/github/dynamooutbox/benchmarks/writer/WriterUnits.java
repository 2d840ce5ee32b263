package io.github.dynamooutbox.benchmarks.writer;

import io.github.dynamooutbox.benchmarks.load.MeteredDynamoDb;
import io.github.dynamooutbox.benchmarks.results.Results;
import java.util.function.Consumer;

/**
 * Write units of a commit, compared with the same transaction written by hand, on DynamoDB Local.
 */
public final class WriterUnits {
  private static final String TABLE = "orders";

  private WriterUnits() {}

  /**
   * Prints a row for each case.
   *
   * @return whether no commit consumes more than the hand-written transaction
   */
  public static boolean measure(Results results) {
    results.print(
        "%-28s %8s %8s %20s%n", "write units of a commit", "outbox", "hand", "the outbox's own");
    boolean holds = true;
    try (MeteredDynamoDb dynamoDb = new MeteredDynamoDb()) {
      for (Workload workload : Workload.all()) {
        WithOutbox outbox = new WithOutbox(dynamoDb.client(), workload.strictOrder());
        double ours = units(dynamoDb, outbox::commit, workload);
        double theirs = units(dynamoDb, new HandWritten(dynamoDb.client())::commit, workload);
        double items = workload.items().stream().mapToDouble(dynamoDb::weight).sum();
        results.print(
            "%-28s %8.0f %8.0f %20.0f%n", workload.name(), ours, theirs, ours - 2 * items);
        holds &= ours <= theirs;
      }
    }
    return results.bound("outbox <= hand", holds);
  }

  /** The write units of a commit, in a table of its own. */
  private static double units(
      MeteredDynamoDb dynamoDb, Consumer<Workload> commit, Workload workload) {
    dynamoDb.create(TABLE);
    double units = dynamoDb.units(() -> commit.accept(workload)).units();
    dynamoDb.delete(TABLE);
    return units;
  }
}
