package io.github.dynamooutbox.benchmarks.measure;

import com.sun.management.ThreadMXBean;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.localaws.LocalService;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * CPU time, allocated bytes and write units of a library's requests, compared with the same
 * requests written by hand, over the real SDK and a canned HTTP answer. Time and bytes are those of
 * the calling thread. Both sides take turns in rounds of about 5 ms, each as often first as second,
 * so that other load on the machine affects both.
 *
 * <p>A table is made of several JVMs' medians: the JIT compiler's code layout, which differs from
 * JVM to JVM, shifts a case by one or two per cent, so that a single JVM says little.
 */
public final class CostTable {
  private static final double CPU_BOUND = 1.10;
  private static final double BYTES_BOUND = 1.12;
  private static final int JVMS = 5;
  private static final int WARM_UP_ROUNDS = 240;
  private static final int PAIRS = 150;
  private static final String ROW = "row";
  private static final String DONE = "done";
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private CostTable() {}

  /** The cases of one command. Instantiated by its public no-argument constructor in each JVM. */
  public interface CostSuite {
    List<CostCase> cases();
  }

  /**
   * Both sides of a case, each over a client that lives as long as the JVM.
   *
   * @param requests the number of requests in a round: as many as take about 5 ms
   */
  public record CostCase(
      String name,
      Function<DynamoDbClient, Runnable> library,
      Function<DynamoDbClient, Runnable> byHand,
      int requests) {}

  /**
   * Prints a row for each case.
   *
   * @param library the library's name
   * @param quick one JVM, hardly warm
   * @return whether all cases are within the bounds
   */
  public static boolean measure(
      Results results, String library, Class<? extends CostSuite> suite, boolean quick) {
    Map<String, List<List<Double>>> cases = new LinkedHashMap<>();
    for (int i = 0; i < (quick ? 1 : JVMS); i++) {
      for (String line : lines(suite, quick)) {
        List<String> row = List.of(line.split("\t", -1));
        cases
            .computeIfAbsent(row.get(1), name -> new ArrayList<>())
            .add(row.stream().skip(2).map(Double::valueOf).toList());
      }
    }
    results.print(
        "%-28s %10s %8s %6s %12s %10s %8s %6s %6s %6s%n",
        "case",
        library + " us",
        "hand us",
        "CPU",
        "JVMs",
        library + " KB",
        "hand KB",
        "bytes",
        "units",
        "hand");
    boolean holds = true;
    for (Map.Entry<String, List<List<Double>>> each : cases.entrySet()) {
      List<List<Double>> jvms = each.getValue();
      List<Double> cpu = column(jvms, 2);
      double bytes = median(column(jvms, 5));
      double units = median(column(jvms, 6));
      double handUnits = median(column(jvms, 7));
      results.print(
          "%-28s %10.1f %8.1f %6.3f %6.3f-%.3f %10.1f %8.1f %6.3f %6.0f %6.0f%n",
          each.getKey(),
          median(column(jvms, 0)) / 1e3,
          median(column(jvms, 1)) / 1e3,
          median(cpu),
          Spread.quantile(cpu, 0),
          Spread.quantile(cpu, 1),
          median(column(jvms, 3)) / 1e3,
          median(column(jvms, 4)) / 1e3,
          bytes,
          units,
          handUnits);
      holds &= median(cpu) <= CPU_BOUND && bytes <= BYTES_BOUND && units <= handUnits;
    }
    return results.bound(
        "CPU <= %.2f, bytes <= %.2f, units <= by hand".formatted(CPU_BOUND, BYTES_BOUND), holds);
  }

  private static List<Double> column(List<List<Double>> rows, int figure) {
    return rows.stream().map(row -> row.get(figure)).toList();
  }

  private static double median(List<Double> figures) {
    return Spread.quantile(figures, 0.5);
  }

  /** The rows that a new JVM prints. */
  private static List<String> lines(Class<? extends CostSuite> suite, boolean quick) {
    List<String> rows = new ArrayList<>();
    CompletableFuture<List<String>> all = new CompletableFuture<>();
    try (LocalService process =
        LocalService.start(
            "cost",
            List.of(),
            System.getProperty("java.class.path"),
            List.of(CostTable.class.getName(), suite.getName(), Boolean.toString(quick)),
            Map.of(),
            line -> {
              if (line.startsWith(ROW)) {
                rows.add(line);
              } else if (line.equals(DONE)) {
                all.complete(List.copyOf(rows));
              }
            })) {
      process.onExit(
          () -> all.completeExceptionally(new IllegalStateException("ended: " + process.tail())));
      return all.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }
  }

  /**
   * Measures in the new JVM.
   *
   * @param arguments the name of the suite's class, and whether to be quick
   */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    boolean quick = Boolean.parseBoolean(arguments[1]);
    List<Contest> contests =
        Class.forName(arguments[0])
            .asSubclass(CostSuite.class)
            .getDeclaredConstructor()
            .newInstance()
            .cases()
            .stream()
            .map(Contest::new)
            .toList();
    // All cases are warm before the first is measured.
    for (int i = 0; i < (quick ? 1 : WARM_UP_ROUNDS); i++) {
      for (Contest contest : contests) {
        Pair unused = contest.pair(i);
      }
    }
    for (Contest contest : contests) {
      List<Pair> pairs = new ArrayList<>();
      for (int i = 0; i < (quick ? 2 : PAIRS); i++) {
        pairs.add(contest.pair(i));
      }
      double[] figures = {
        median(pairs, pair -> pair.ours.nanos),
        median(pairs, pair -> pair.theirs.nanos),
        median(pairs, pair -> pair.ours.nanos / pair.theirs.nanos),
        median(pairs, pair -> pair.ours.bytes),
        median(pairs, pair -> pair.theirs.bytes),
        median(pairs, pair -> pair.ours.bytes / pair.theirs.bytes),
        contest.units,
        contest.handUnits
      };
      System.out.println(
          Arrays.stream(figures)
              .mapToObj(Double::toString)
              .collect(Collectors.joining("\t", ROW + "\t" + contest.name + "\t", "")));
    }
    System.out.println(DONE);
  }

  private static double median(List<Pair> pairs, ToDoubleFunction<Pair> figure) {
    return median(pairs.stream().map(figure::applyAsDouble).toList());
  }

  /** The cost of one request. */
  private record ThreadCost(double nanos, double bytes) {}

  /** The cost of a request on both sides, in two consecutive rounds. */
  private record Pair(ThreadCost ours, ThreadCost theirs) {}

  private static final class Contest {
    private final String name;
    private final Runnable library;
    private final Runnable byHand;
    private final int requests;
    private final double units;
    private final double handUnits;

    /** Fails if the requests differ in size by more than 1 %. */
    Contest(CostCase which) {
      CannedHttp http = new CannedHttp();
      DynamoDbClient client = http.client();
      name = which.name();
      library = which.library().apply(client);
      byHand = which.byHand().apply(client);
      requests = which.requests();
      units = WriteUnits.of(which.library());
      handUnits = WriteUnits.of(which.byHand());
      double difference = bodyOf(library, http) / (double) bodyOf(byHand, http);
      if (difference < 0.99 || difference > 1.01) {
        throw new IllegalStateException(
            name + ": the requests differ in size by a factor of " + difference);
      }
    }

    private static long bodyOf(Runnable request, CannedHttp http) {
      long before = http.bytes();
      request.run();
      return http.bytes() - before;
    }

    Pair pair(int number) {
      boolean libraryFirst = number % 2 == 0;
      ThreadCost first = round(libraryFirst ? library : byHand);
      ThreadCost second = round(libraryFirst ? byHand : library);
      return libraryFirst ? new Pair(first, second) : new Pair(second, first);
    }

    private ThreadCost round(Runnable request) {
      long bytes = THREADS.getCurrentThreadAllocatedBytes();
      long nanos = THREADS.getCurrentThreadCpuTime();
      for (int i = 0; i < requests; i++) {
        request.run();
      }
      return new ThreadCost(
          (THREADS.getCurrentThreadCpuTime() - nanos) / (double) requests,
          (THREADS.getCurrentThreadAllocatedBytes() - bytes) / (double) requests);
    }
  }

  /**
   * The write units of a transaction, by the sizes of its items: two for each KB of an item that is
   * put, and two for an update or a check of an item of at most 1 KB. DynamoDB Local does not
   * report them: it says four for each KB of one item, whatever the others are.
   */
  private static final class WriteUnits implements ExecutionInterceptor {
    private double units;

    private WriteUnits() {}

    /** The units of one request. */
    static double of(Function<DynamoDbClient, Runnable> side) {
      WriteUnits counted = new WriteUnits();
      side.apply(new CannedHttp().client(counted)).run();
      return counted.units;
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
      ((TransactWriteItemsRequest) context.request())
          .transactItems()
          .forEach(action -> units += 2 * Math.max(1, Math.ceil(bytes(action) / 1024.0)));
    }

    private static long bytes(TransactWriteItem action) {
      return action.put() == null ? 0 : RecordSize.of(new SdkItem(action.put().item()));
    }
  }
}
