package io.github.dynamooutbox.benchmarks.relay;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.benchmarks.relay.CapacityGateway.Taken;
import io.github.dynamooutbox.benchmarks.results.Captions;
import io.github.dynamooutbox.benchmarks.results.LineChart;
import io.github.dynamooutbox.benchmarks.results.LineChart.Curve;
import io.github.dynamooutbox.benchmarks.results.LineChart.Point;
import io.github.dynamooutbox.benchmarks.results.Results;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.localaws.dynamodb.DynamoDbLocal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Write units that the function takes from its control table for an event, by what DynamoDB Local
 * reports, when nothing fails. What it reports for reads would be too little: nothing for items
 * that are not there.
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
   * Prints units for several sizes of batches.
   *
   * @return whether what is written is within its bound
   */
  public static boolean measure(Results results) {
    // The function's metrics go there.
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
    } catch (IOException e) {
      throw new UncheckedIOException("cannot listen on loopback", e);
    }
  }

  private static boolean measure(Results results, RelaySide relay, CapacityGateway gateway) {
    results.print(
        "%n%-36s %14s %10s%n", "the relay's bookkeeping, an event", "units written", "requests");
    List<Point> written = new ArrayList<>();
    double atBound = Double.NaN;
    for (int events : BATCHES) {
      // The first batch also finds out what it finds in the table.
      relay.send(ShardBatch.justNow(0, events));
      Map<String, Taken> unused = gateway.take();
      for (int i = 1; i <= TIMES; i++) {
        relay.send(ShardBatch.justNow(i * events, events));
      }
      Map<String, Taken> taken = gateway.take();
      Units units = perEvent(taken, TIMES * events);
      results.print("batches of %-25d %14.4f %10.4f%n", events, units.written, units.requests);
      taken.forEach(
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

  private static Units perEvent(Map<String, Taken> taken, int events) {
    double written = 0;
    int requests = 0;
    for (Map.Entry<String, Taken> each : taken.entrySet()) {
      if (TRANSACTIONS.contains(each.getKey())) {
        throw new IllegalStateException("DynamoDB Local counts a transaction's units wrongly");
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
