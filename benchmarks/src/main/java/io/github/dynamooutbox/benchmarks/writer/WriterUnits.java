package io.github.dynamooutbox.benchmarks.writer;

import io.github.dynamooutbox.benchmarks.load.TransactionUnits;
import io.github.dynamooutbox.benchmarks.results.Results;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.dynamodb.DynamoDbLocal;
import io.github.dynamooutbox.localaws.dynamodb.TestTable;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Write units of a commit, compared with the same transaction written by hand, on DynamoDB Local.
 */
public final class WriterUnits implements AutoCloseable {
  private static final String TABLE = "orders";
  private static final String SCALES = "scales";

  private final DynamoDbLocal server = DynamoDbLocal.start();
  private final DynamoDbClient plain = LocalClients.dynamoDb(server.endpoint());
  private final TransactionUnits units = new TransactionUnits(plain, SCALES);
  private final DynamoDbClient client =
      LocalClients.configure(DynamoDbClient.builder(), server.endpoint())
          .overrideConfiguration(each -> each.addExecutionInterceptor(units))
          .build();

  private WriterUnits() {
    String unusedArn = TestTable.named(SCALES).create(plain);
  }

  /**
   * Prints a row for each case.
   *
   * @return whether no commit consumes more than the hand-written transaction
   */
  public static boolean measure(Results results) {
    results.print(
        "%-28s %8s %8s %20s%n", "write units of a commit", "outbox", "hand", "the outbox's own");
    boolean holds = true;
    try (WriterUnits units = new WriterUnits()) {
      for (Workload workload : Workload.all()) {
        WithOutbox outbox = new WithOutbox(units.client, workload.strictOrder());
        double ours = units.of(outbox::commit, workload);
        double theirs = units.of(new HandWritten(units.client)::commit, workload);
        double items = workload.items().stream().mapToDouble(units.units::weight).sum();
        results.print(
            "%-28s %8.0f %8.0f %20.0f%n", workload.name(), ours, theirs, ours - 2 * items);
        holds &= ours <= theirs;
      }
    }
    return results.bound("outbox <= hand", holds);
  }

  /** The write units of a commit, in a table of its own. */
  private double of(Consumer<Workload> commit, Workload workload) {
    String unusedArn = TestTable.named(TABLE).create(plain);
    commit.accept(workload);
    plain.deleteTable(table -> table.tableName(TABLE));
    plain.waiter().waitUntilTableNotExists(table -> table.tableName(TABLE));
    return units.getAndReset().units();
  }

  @Override
  public void close() {
    client.close();
    plain.close();
    server.close();
  }
}
