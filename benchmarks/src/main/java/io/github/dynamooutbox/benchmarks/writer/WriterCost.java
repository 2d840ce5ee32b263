package io.github.dynamooutbox.benchmarks.writer;

import com.sun.management.ThreadMXBean;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * CPU time and allocated bytes of the committing thread, for a commit and for the same request
 * written by hand, over the real SDK and a canned HTTP answer. Both take turns in short rounds, so
 * that what the machine does meanwhile meets both; the figures are medians of rounds.
 */
public final class WriterCost {
  private static final double CPU_BOUND = 1.10;
  private static final double BYTES_BOUND = 1.12;
  private static final int WARM_UP_ROUNDS = 60;
  private static final int ROUNDS = 101;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private WriterCost() {}

  private record Cost(double nanos, double bytes) {}

  /**
   * Prints a row for each case.
   *
   * @return whether all are within their bounds
   */
  public static boolean measure(PrintStream out) {
    List<Contest> contests = Workload.all().stream().map(Contest::new).toList();
    for (int i = 0; i < WARM_UP_ROUNDS; i++) {
      contests.forEach(Contest::round);
    }
    out.printf(
        "%-28s %10s %10s %6s %13s   %10s %10s %6s%n",
        "case", "outbox us", "hand us", "CPU", "quartiles", "outbox KB", "hand KB", "bytes");
    boolean holds = true;
    for (Contest contest : contests) {
      holds &= measure(contest, out);
      contest.close();
    }
    out.printf(Locale.ROOT, "bounds: CPU %.2f, bytes %.2f%n", CPU_BOUND, BYTES_BOUND);
    return holds;
  }

  private static boolean measure(Contest contest, PrintStream out) {
    Cost[] ours = new Cost[ROUNDS];
    Cost[] theirs = new Cost[ROUNDS];
    for (int i = 0; i < ROUNDS; i++) {
      ours[i] = round(contest.byOutbox, contest.commits);
      theirs[i] = round(contest.byHand, contest.commits);
    }
    return print(contest.workload, ours, theirs, out);
  }

  /** Both sides of one case, over one client. */
  private static final class Contest implements AutoCloseable {
    private final Workload workload;
    private final DynamoDbClient client;
    private final Runnable byHand;
    private final Runnable byOutbox;
    private final int commits;

    Contest(Workload workload) {
      this.workload = workload;
      CannedHttp http = new CannedHttp();
      client = client(http);
      HandWritten hand = new HandWritten(client);
      WithOutbox outbox = new WithOutbox(client, workload.strictOrder());
      byHand = () -> hand.commit(workload);
      byOutbox = () -> outbox.commit(workload);
      double difference = bodyOf(byOutbox, http) / (double) bodyOf(byHand, http);
      if (difference < 0.99 || difference > 1.01) {
        throw new IllegalStateException(
            workload.name() + ": the requests differ in size by a factor of " + difference);
      }
      commits = workload.commitsPerRound();
    }

    void round() {
      WriterCost.round(byOutbox, commits);
      WriterCost.round(byHand, commits);
    }

    @Override
    public void close() {
      client.close();
    }
  }

  private static boolean print(Workload workload, Cost[] ours, Cost[] theirs, PrintStream out) {
    double[] cpuRatios = ratios(ours, theirs, Cost::nanos);
    double cpu = quantile(cpuRatios, 0.5);
    double bytes = quantile(ratios(ours, theirs, Cost::bytes), 0.5);
    out.printf(
        Locale.ROOT,
        "%-28s %10.1f %10.1f %6.3f %6.3f-%.3f   %10.1f %10.1f %6.3f%n",
        workload.name(),
        median(ours, Cost::nanos) / 1e3,
        median(theirs, Cost::nanos) / 1e3,
        cpu,
        quantile(cpuRatios, 0.25),
        quantile(cpuRatios, 0.75),
        median(ours, Cost::bytes) / 1e3,
        median(theirs, Cost::bytes) / 1e3,
        bytes);
    return cpu <= CPU_BOUND && bytes <= BYTES_BOUND;
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

  private static Cost round(Runnable commit, int commits) {
    long bytes = THREADS.getCurrentThreadAllocatedBytes();
    long nanos = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < commits; i++) {
      commit.run();
    }
    return new Cost(
        (THREADS.getCurrentThreadCpuTime() - nanos) / (double) commits,
        (THREADS.getCurrentThreadAllocatedBytes() - bytes) / (double) commits);
  }

  private static long bodyOf(Runnable commit, CannedHttp http) {
    long before = http.bytes();
    commit.run();
    return http.bytes() - before;
  }

  private static DynamoDbClient client(CannedHttp http) {
    return DynamoDbClient.builder()
        .region(Region.EU_CENTRAL_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("canned", "canned")))
        .httpClient(http)
        .build();
  }
}
