package io.github.dynamooutbox.benchmarks.relay;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.benchmarks.relay.CapacityGateway.Consumed;
import io.github.dynamooutbox.benchmarks.results.Captions;
import io.github.dynamooutbox.benchmarks.results.LineChart;
import io.github.dynamooutbox.benchmarks.results.LineChart.Curve;
import io.github.dynamooutbox.benchmarks.results.LineChart.Point;
import io.github.dynamooutbox.benchmarks.results.Results;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.testdynamodb.DynamoDbLocal;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Write units per event that the function consumes at its control table when nothing fails, as
 * DynamoDB Local reports them. For reads it would report too little: nothing for items that do not
 * exist.
 */
public final class Bookkeeping {
  private static final double BOUND = 0.1;
  private static final int BOUND_BATCH = 100;
  private static final List<Integer> BATCHES = List.of(1, 10, BOUND_BATCH, 1_000);
  private static final int TIMES = 10;
  private static final Set<String> WRITES =
      Set.of("PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem");
  private static final Set<String> TRANSACTIONS = Set.of("TransactWriteItems", "TransactGetItems");
  private static final String CONTROL_TABLE = "orders-control";
  private static final String CONFIGURATION =
      """
      {"table": {"name": "orders"},
       "controlTable": {"name": "%s"},
       "targets": {"orders": {"type": "eventbridge", "busName": "orders", "ordered": true}},
       "routes": [{"to": ["orders"]}]}
      """
          .formatted(CONTROL_TABLE);

  private record Units(double written, double requests) {}

  private Bookkeeping() {}

  /**
   * Prints units for several batch sizes.
   *
   * @return whether the write units are within their bound
   */
  public static boolean measure(Results results) {
    // The function writes its metrics to standard output.
    System.setOut(new PrintStream(OutputStream.nullOutputStream(), false));
    try (AnswerProcess target = new AnswerProcess();
        DynamoDbLocal server = DynamoDbLocal.start();
        DynamoDbClient client = LocalClients.dynamoDb(server.endpoint());
        CapacityGateway gateway = new CapacityGateway(server.endpoint())) {
      ControlTable.create(client, CONTROL_TABLE);
      LocalAccount.use(target.endpoint());
      System.setProperty("aws.endpointUrlDynamoDb", gateway.endpoint().toString());
      try (RelaySide relay = new RelaySide(CONFIGURATION)) {
        return measure(results, relay, gateway);
      }
    }
  }

  private static boolean measure(Results results, RelaySide relay, CapacityGateway gateway) {
    results.print(
        "%n%-36s %14s %10s%n", "the relay's bookkeeping, an event", "units written", "requests");
    List<Point> written = new ArrayList<>();
    double atBound = Double.NaN;
    for (int events : BATCHES) {
      // The first batch also reads what the table already holds.
      relay.send(ShardBatch.justNow(0, events));
      Map<String, Consumed> unused = gateway.getAndReset();
      for (int i = 1; i <= TIMES; i++) {
        relay.send(ShardBatch.justNow(i * events, events));
      }
      Map<String, Consumed> consumed = gateway.getAndReset();
      Units units = perEvent(consumed, TIMES * events);
      results.print("batches of %-25d %14.4f %10.4f%n", events, units.written, units.requests);
      consumed.forEach(
          (operation, all) ->
              results.print(
                  "  %-18s in a batch %8.2f requests, %8.2f units%n",
                  operation, (double) all.requests() / TIMES, all.units() / TIMES));
      written.add(new Point(events, units.written));
      atBound = events == BOUND_BATCH ? units.written : atBound;
    }
    results.draw("bookkeeping", chart(written));
    return results.bound(
        "<= %.1f write units an event at batches of %d".formatted(BOUND, BOUND_BATCH),
        atBound <= BOUND);
  }

  private static Units perEvent(Map<String, Consumed> consumed, int events) {
    double written = 0;
    int requests = 0;
    for (Map.Entry<String, Consumed> each : consumed.entrySet()) {
      if (TRANSACTIONS.contains(each.getKey())) {
        throw new IllegalStateException("DynamoDB Local reports wrong units for transactions");
      }
      requests += each.getValue().requests();
      if (WRITES.contains(each.getKey())) {
        written += each.getValue().units();
      }
    }
    return new Units(written / events, (double) requests / events);
  }

  private static LineChart chart(List<Point> written) {
    return new LineChart(
        new Captions(
            "Write units of the relay's bookkeeping",
            "Write units an event for batches of 1 to 1,000 events, when nothing fails.",
            "events in a batch",
            "write units an event"),
        List.of(new Curve("written", written)),
        OptionalDouble.of(BOUND),
        true);
  }
}
