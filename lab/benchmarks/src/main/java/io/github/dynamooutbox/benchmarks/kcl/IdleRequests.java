package io.github.dynamooutbox.benchmarks.kcl;

import io.github.dynamooutbox.benchmarks.results.Results;
import io.github.dynamooutbox.localaws.LocalGateway;
import java.time.Duration;
import java.util.Map;

/** The requests of one worker with one shard to DynamoDB while nothing is written. */
public final class IdleRequests {
  private static final Duration IDLE = Duration.ofMillis(100);
  private static final Duration WARM_UP = Duration.ofSeconds(40);
  private static final Duration TIME = Duration.ofSeconds(80);

  /** US East (N. Virginia), on demand, for a request of one unit. */
  private static final double DOLLARS_PER_WRITE = 0.625e-6;

  private static final double DOLLARS_PER_READ = 0.125e-6;
  private static final double DOLLARS_PER_STREAM_READ = 0.2e-6;
  private static final String ROW = "%-40s %9s %12s %8s%n";

  private IdleRequests() {}

  /** Prints a table. */
  public static void measure(Results results) throws InterruptedException {
    try (Workbench bench = new Workbench();
        LocalGateway gateway = bench.gateway()) {
      bench.startRelay("requests", IDLE, gateway.endpoint());
      bench.commitOne();
      bench.await("start", () -> bench.stub().kinesis().count() > 0);
      Thread.sleep(WARM_UP.toMillis());
      Map<String, Long> before = gateway.requests();
      Thread.sleep(TIME.toMillis());
      Map<String, Long> after = gateway.requests();
      double months = TIME.toSeconds() / Latency.SECONDS_PER_MONTH;
      results.print(ROW, "operation", "a second", "a month", "price");
      double sum = 0;
      for (Map.Entry<String, Long> each : after.entrySet()) {
        long requests = each.getValue() - before.getOrDefault(each.getKey(), 0L);
        if (requests > 0) {
          double price = requests / months * price(each.getKey());
          sum += price;
          results.print(
              ROW,
              each.getKey(),
              "%.2f".formatted((double) requests / TIME.toSeconds()),
              "%.2f million".formatted(requests / months / 1e6),
              "$%.2f".formatted(price));
        }
      }
      results.print(ROW, "together", "", "", "$%.2f".formatted(sum));
    }
  }

  private static double price(String operation) {
    if (operation.endsWith("DescribeTable")) {
      return 0;
    }
    if (operation.startsWith("DynamoDBStreams")) {
      return operation.endsWith("GetRecords") ? DOLLARS_PER_STREAM_READ : 0;
    }
    return operation.endsWith("UpdateItem")
            || operation.endsWith("PutItem")
            || operation.endsWith("DeleteItem")
        ? DOLLARS_PER_WRITE
        : DOLLARS_PER_READ;
  }
}
