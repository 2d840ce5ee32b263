package io.github.dynamooutbox.benchmarks.cost;

import io.github.dynamooutbox.localaws.LocalService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Measures a suite in a JVM of its own. The JIT compiler's code layout, which differs from JVM to
 * JVM, shifts a case by one or two per cent, so that a single JVM says little.
 */
public final class CostProcess {
  private static final String DONE = "done";
  private static final Duration LIMIT = Duration.ofMinutes(5);

  private CostProcess() {}

  /** Measures in one new JVM. */
  static List<CostPair> run(Class<? extends CostSuite> suite) {
    List<CostPair> pairs = new ArrayList<>();
    CompletableFuture<List<CostPair>> all = new CompletableFuture<>();
    try (LocalService process =
        LocalService.start(
            "cost",
            List.of(),
            System.getProperty("java.class.path"),
            List.of(CostProcess.class.getName(), suite.getName()),
            Map.of(),
            line -> {
              CostPair.parse(line).ifPresent(pairs::add);
              if (line.equals(DONE)) {
                all.complete(List.copyOf(pairs));
              }
            })) {
      process.onExit(
          () -> all.completeExceptionally(new IllegalStateException("ended: " + process.tail())));
      return all.orTimeout(LIMIT.toSeconds(), TimeUnit.SECONDS).join();
    }
  }

  /**
   * Runs in the new JVM.
   *
   * @param arguments the name of the suite's class
   */
  public static void main(String[] arguments) throws ReflectiveOperationException {
    CostSuite suite =
        Class.forName(arguments[0])
            .asSubclass(CostSuite.class)
            .getDeclaredConstructor()
            .newInstance();
    CostContest.measure(suite.contests(), pair -> System.out.println(pair.line()));
    System.out.println(DONE);
  }
}
