package io.github.dynamooutbox.benchmarks.cost;

import com.sun.management.ThreadMXBean;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * CPU time and allocated bytes of the calling thread, for a request of a library and for the same
 * request written by hand, over the real SDK and a canned HTTP answer. Both take turns in short
 * rounds, so that what the machine does meanwhile meets both; the figures are medians of rounds.
 */
public final class CostContest {
  private static final int WARM_UP_ROUNDS = 60;
  private static final int ROUNDS = 101;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final String name;
  private final Runnable library;
  private final Runnable byHand;
  private final int requests;

  /**
   * Both sides of a case, over one client, which lives as long as the JVM.
   *
   * @param requests in a round: so many that it takes some 20 ms
   * @throws IllegalStateException if the requests differ in size by more than 1 %
   */
  public CostContest(
      String name,
      Function<DynamoDbClient, Runnable> library,
      Function<DynamoDbClient, Runnable> byHand,
      int requests) {
    CannedHttp http = new CannedHttp();
    DynamoDbClient client = http.client();
    this.name = name;
    this.library = library.apply(client);
    this.byHand = byHand.apply(client);
    this.requests = requests;
    double difference = bodyOf(this.library, http) / (double) bodyOf(this.byHand, http);
    if (difference < 0.99 || difference > 1.01) {
      throw new IllegalStateException(
          name + ": the requests differ in size by a factor of " + difference);
    }
  }

  /** The most that a library's request may cost, as a multiple of the one by hand. */
  public record Bounds(double cpu, double bytes) {}

  private record Cost(double nanos, double bytes) {}

  /**
   * Prints a row for each case.
   *
   * @param library its name
   * @return whether all are within their bounds
   */
  public static boolean measure(
      String library, List<CostContest> contests, Bounds bounds, PrintStream out) {
    for (int i = 0; i < WARM_UP_ROUNDS; i++) {
      contests.forEach(CostContest::warmUp);
    }
    out.printf(
        "%-28s %10s %10s %6s %13s   %10s %10s %6s%n",
        "case",
        library + " us",
        "hand us",
        "CPU",
        "quartiles",
        library + " KB",
        "hand KB",
        "bytes");
    boolean holds = true;
    for (CostContest contest : contests) {
      holds &= contest.measure(bounds, out);
    }
    out.printf(Locale.ROOT, "bounds: CPU %.2f, bytes %.2f%n", bounds.cpu(), bounds.bytes());
    return holds;
  }

  private void warmUp() {
    for (Runnable each : List.of(library, byHand)) {
      Cost unused = round(each);
    }
  }

  private boolean measure(Bounds bounds, PrintStream out) {
    Cost[] ours = new Cost[ROUNDS];
    Cost[] theirs = new Cost[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      ours[i] = round(library);
      theirs[i] = round(byHand);
    }
    double[] cpuRatios = ratios(ours, theirs, Cost::nanos);
    double cpu = quantile(cpuRatios, 0.5);
    double bytes = quantile(ratios(ours, theirs, Cost::bytes), 0.5);
    out.printf(
        Locale.ROOT,
        "%-28s %10.1f %10.1f %6.3f %6.3f-%.3f   %10.1f %10.1f %6.3f%n",
        name,
        median(ours, Cost::nanos) / 1e3,
        median(theirs, Cost::nanos) / 1e3,
        cpu,
        quantile(cpuRatios, 0.25),
        quantile(cpuRatios, 0.75),
        median(ours, Cost::bytes) / 1e3,
        median(theirs, Cost::bytes) / 1e3,
        bytes);
    return cpu <= bounds.cpu() && bytes <= bounds.bytes();
  }

  /** Of neighbouring rounds. */
  private static double[] ratios(Cost[] ours, Cost[] theirs, ToDoubleFunction<Cost> figure) {
    double[] ratios = new double[ours.length];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = figure.applyAsDouble(ours[i]) / figure.applyAsDouble(theirs[i]);
    }
    return ratios;
  }

  private static double median(Cost[] costs, ToDoubleFunction<Cost> figure) {
    return quantile(Arrays.stream(costs).mapToDouble(figure).toArray(), 0.5);
  }

  private static double quantile(double[] values, double share) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[(int) (share * (sorted.length - 1))];
  }

  private Cost round(Runnable request) {
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    long nanos = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < requests; i++) {
      request.run();
    }
    return new Cost(
        (THREADS.getCurrentThreadCpuTime() - nanos) / (double) requests,
        (THREADS.getCurrentThreadAllocatedBytes() - bytes) / (double) requests);
  }

  private static long bodyOf(Runnable request, CannedHttp http) {
    long before = http.bytes();
    request.run();
    return http.bytes() - before;
  }
}
