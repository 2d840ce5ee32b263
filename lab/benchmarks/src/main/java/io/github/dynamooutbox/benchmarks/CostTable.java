package io.github.dynamooutbox.benchmarks;

import io.github.dynamooutbox.benchmarks.Contest.Cost;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.sdk.SdkItem;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * CPU time, allocated bytes and write units of a library's requests, compared with the same
 * requests written by hand, over the real SDK and a canned HTTP answer. Time and bytes are those of
 * the calling thread; both sides take turns in rounds of about 5 ms.
 *
 * <p>A table is made of several JVMs' medians: the JIT compiler's code layout, which differs from
 * JVM to JVM, shifts a case by one or two per cent, so that a single JVM says little.
 */
abstract class CostTable extends Benchmark {
  private static final double CPU_BOUND = 1.10;
  private static final double BYTES_BOUND = 1.12;
  private static final int JVMS = 5;
  private static final int WARM_UP_ROUNDS = 240;
  private static final int ROUNDS = 150;
  private static final int LIMIT_MINUTES = 5;

  /** What the JVMs print before a row. */
  private static final String ROW = "row\t";

  /**
   * Both sides of a case, each over a client that lives as long as the JVM.
   *
   * @param requests the number of requests in a round: as many as take about 5 ms
   */
  record CostCase(
      String name,
      Function<DynamoDbClient, Runnable> library,
      Function<DynamoDbClient, Runnable> byHand,
      int requests) {}

  /** The cases, in a JVM of their own. */
  abstract List<CostCase> cases();

  /** Prints a row for each case, and returns whether all are within the bounds. */
  final boolean costs() throws IOException, InterruptedException {
    Map<String, List<List<Double>>> cases = new LinkedHashMap<>();
    for (int i = 0; i < shortOr(1, JVMS); i++) {
      for (String row : rowsOfNewJvm()) {
        List<String> columns = List.of(row.split("\t", -1));
        cases
            .computeIfAbsent(columns.get(0), name -> new ArrayList<>())
            .add(columns.stream().skip(1).map(Double::valueOf).toList());
      }
    }
    print(
        "%-28s %8s %8s %6s %8s %8s %6s %6s %6s%n",
        "case", "us", "by hand", "CPU", "KB", "by hand", "bytes", "units", "by hand");
    boolean holds = true;
    for (Map.Entry<String, List<List<Double>>> each : cases.entrySet()) {
      List<Double> medians =
          IntStream.range(0, 8).mapToObj(i -> median(each.getValue(), i)).toList();
      print("%-28s ", each.getKey());
      print("%8.1f %8.1f %6.3f %8.1f %8.1f %6.3f %6.0f %6.0f%n", medians.toArray());
      holds &= medians.get(2) <= CPU_BOUND && medians.get(5) <= BYTES_BOUND;
      holds &= medians.get(6) <= medians.get(7);
    }
    return bound(
        "CPU <= %.2f, bytes <= %.2f, units <= by hand".formatted(CPU_BOUND, BYTES_BOUND), holds);
  }

  private static double median(List<List<Double>> jvms, int column) {
    return Spread.quantile(jvms.stream().map(row -> row.get(column)).toList(), 0.5);
  }

  private List<String> rowsOfNewJvm() throws IOException, InterruptedException {
    ProcessBuilder command =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                CostTable.class.getName(),
                getClass().getName(),
                Boolean.toString(isShort()))
            .redirectError(Redirect.INHERIT);
    // Without a language, what is written by hand formats text more slowly.
    command.environment().clear();
    command.environment().put("LANG", "en_US.UTF-8");
    Process jvm = command.start();
    CompletableFuture.delayedExecutor(LIMIT_MINUTES, TimeUnit.MINUTES)
        .execute(jvm::destroyForcibly);
    try (BufferedReader output = jvm.inputReader()) {
      List<String> rows =
          output
              .lines()
              .filter(line -> line.startsWith(ROW))
              .map(line -> line.substring(ROW.length()))
              .toList();
      if (jvm.waitFor() != 0 || rows.isEmpty()) {
        throw new IllegalStateException("the JVM that measures has failed");
      }
      return rows;
    } finally {
      jvm.destroyForcibly();
    }
  }

  /**
   * Measures in the new JVM. Arguments: the name of the command's class, and whether it is short.
   */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    boolean isShort = Boolean.parseBoolean(arguments[1]);
    List<Case> cases =
        Class.forName(arguments[0])
            .asSubclass(CostTable.class)
            .getDeclaredConstructor()
            .newInstance()
            .cases()
            .stream()
            .map(Case::new)
            .toList();
    // All cases are warm before the first is measured.
    for (int i = 0; i < (isShort ? 1 : WARM_UP_ROUNDS); i++) {
      cases.forEach(each -> each.contest(1));
    }
    cases.forEach(each -> System.out.println(each.row(isShort ? 2 : ROUNDS)));
  }

  private static final class Case {
    private final String name;
    private final int requests;
    private final Side library;
    private final Side byHand;

    /** Fails if the requests differ in size by more than 1 %. */
    Case(CostCase which) {
      name = which.name();
      requests = which.requests();
      library = new Side(which.library());
      byHand = new Side(which.byHand());
      double difference = library.bytes / (double) byHand.bytes;
      if (difference < 0.99 || difference > 1.01) {
        throw new IllegalStateException(
            name + ": the requests differ in size by a factor of " + difference);
      }
    }

    Contest contest(int rounds) {
      return Contest.of(Cost::ofThread, () -> run(library), () -> run(byHand), rounds);
    }

    private void run(Side side) {
      for (int i = 0; i < requests; i++) {
        side.request.run();
      }
    }

    String row(int rounds) {
      Contest contest = contest(rounds);
      DoubleStream figures =
          DoubleStream.of(
              Contest.median(contest.ours(), Cost::cpuNanos) / requests / 1e3,
              Contest.median(contest.theirs(), Cost::cpuNanos) / requests / 1e3,
              contest.ratio(Cost::cpuNanos).median(),
              Contest.median(contest.ours(), Cost::bytes) / requests / 1e3,
              Contest.median(contest.theirs(), Cost::bytes) / requests / 1e3,
              contest.ratio(Cost::bytes).median(),
              library.units,
              byHand.units);
      return Stream.concat(Stream.of(name), figures.mapToObj(Double::toString))
          .collect(Collectors.joining("\t", ROW, ""));
    }
  }

  /**
   * A request, its bytes, and its write units by the sizes of its items: two for each KB of an item
   * that is put, and two for an update or a check of an item of at most 1 KB. DynamoDB Local does
   * not report them: it says four for each KB of one item, whatever the others are.
   */
  private static final class Side implements ExecutionInterceptor {
    final Runnable request;
    final long bytes;
    private double units;

    Side(Function<DynamoDbClient, Runnable> side) {
      CannedHttp http = new CannedHttp();
      side.apply(http.client(this)).run();
      bytes = http.bytes();
      request = side.apply(new CannedHttp().client());
    }

    @Override
    public void afterExecution(Context.AfterExecution context, ExecutionAttributes attributes) {
      ((TransactWriteItemsRequest) context.request())
          .transactItems()
          .forEach(action -> units += 2 * Math.max(1, Math.ceil(size(action) / 1024.0)));
    }

    private static long size(TransactWriteItem action) {
      return action.put() == null ? 0 : RecordSize.of(new SdkItem(action.put().item()));
    }
  }
}
