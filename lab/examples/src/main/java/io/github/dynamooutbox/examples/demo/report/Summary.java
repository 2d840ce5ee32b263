package io.github.dynamooutbox.examples.demo.report;

import io.github.dynamooutbox.examples.demo.check.Checker.Findings;
import io.github.dynamooutbox.examples.demo.check.Checker.ProjectionCheck;
import io.github.dynamooutbox.examples.demo.system.RedriveFunction.Redriven;
import io.github.dynamooutbox.examples.demo.targets.WatchedTarget;
import io.github.dynamooutbox.examples.demo.targets.WatchedTarget.Acceptance;
import io.github.dynamooutbox.examples.demo.traffic.CommitLog;
import io.github.dynamooutbox.examples.orders.OrderTotal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The table at the end, and the last line. */
public final class Summary {
  private static final String ROW = "%-21s %9s %9s %8s %7s %9s %9s";
  private static final String PROJECTION = "%-21s %9s %9s %12s  %s";

  private final Screen screen;
  private final CommitLog log;

  public Summary(Screen screen, CommitLog log) {
    this.screen = screen;
    this.log = log;
  }

  /** Writes the header of the table. */
  public void head() {
    screen.eraseReplaceable();
    screen.line("");
    screen.line(
        screen.strong(
            ROW.formatted(
                "target", "committed", "published", "received", "retried", "p50", "p99")));
  }

  /**
   * Writes the row of a target.
   *
   * @param retried number of entries that the relay sent again
   */
  public void row(WatchedTarget target, List<Acceptance> accepted, long retried) {
    Delays delays = Delays.of(log.records(), accepted);
    screen.line(
        ROW.formatted(
            target.name() + " (" + target.kind() + ")",
            log.events(),
            accepted.size(),
            target.received(),
            retried,
            millis(delays, 0.50),
            millis(delays, 0.99)));
  }

  /** Reports the relay's work. */
  public void relay(String effort) {
    screen.line("");
    screen.line("p50 and p99 are from write to publish. " + log.transactions() + " transactions.");
    screen.line(effort);
  }

  /** Reports the injected faults. */
  public void faults(Map<String, Long> counts) {
    if (!counts.isEmpty()) {
      screen.line(
          counts.entrySet().stream()
              .map(fault -> fault.getKey() + " " + fault.getValue())
              .collect(Collectors.joining(", ", "Faults: ", ".")));
    }
  }

  /** Reports what was redriven, and how many queues still hold events. */
  public void parked(Redriven bySchedule, Redriven byOperator, int heldQueues) {
    String now = "Queues held now: " + heldQueues + ".";
    screen.line(
        "Redriven: %d events in %d queues by schedule, %d in %d by an operator. %s"
            .formatted(
                bySchedule.events(),
                bySchedule.queues(),
                byOperator.events(),
                byOperator.queues(),
                heldQueues == 0 ? now : screen.bad(now)));
  }

  /** Reports the recovery from the outage. */
  public void outage(long parked, long redriven, Duration wayBack) {
    screen.line(
        "Outage: %d events parked, %d redriven in %.1f s: %.0f a second."
            .formatted(
                parked,
                redriven,
                wayBack.toMillis() / 1e3,
                redriven * 1e3 / Math.max(1, wayBack.toMillis())));
  }

  /** Compares each consumer's projection with the orders themselves. */
  public void projections(Map<String, OrderTotal> source, List<ProjectionCheck> projections) {
    screen.line("");
    screen.line(
        screen.strong(
            PROJECTION
                .formatted("order totals", "orders", "changes", "total", "")
                .stripTrailing()));
    projection(ProjectionCheck.of("of the service", source, source), "");
    for (ProjectionCheck each : projections) {
      projection(
          each,
          each.isExact()
              ? "equal"
              : screen.bad(
                  each.different().size()
                      + " orders differ, for example "
                      + each.different().iterator().next()));
    }
  }

  private void projection(ProjectionCheck totals, String verdict) {
    screen.line(
        PROJECTION
            .formatted(
                totals.consumer(),
                totals.orders(),
                totals.changes(),
                "%d.%02d".formatted(totals.cents() / 100, totals.cents() % 100),
                verdict)
            .stripTrailing());
  }

  /** Reports what is wrong, if anything, and the verdict, which is the last line. */
  public void verdict(List<Findings> all, List<ProjectionCheck> projections) {
    for (Findings findings : all) {
      if (!findings.isSound()) {
        screen.line(screen.bad(describe(findings)));
        findings.examples().forEach(example -> screen.line("  " + example));
      }
    }
    screen.line("");
    screen.line(lastLine(all, projections));
  }

  static String lastLine(List<Findings> all, List<ProjectionCheck> projections) {
    long wrong = projections.stream().mapToLong(each -> each.different().size()).sum();
    return "lost %d, out of order %d, duplicates %d, effects %s"
        .formatted(
            all.stream().mapToLong(Findings::lost).sum(),
            all.stream().mapToLong(Findings::outOfOrder).sum(),
            all.stream().mapToLong(Findings::duplicates).sum(),
            wrong == 0 ? "exactly once" : "wrong for " + wrong + " orders");
  }

  private static String describe(Findings findings) {
    return "%s: lost %d, out of order %d, duplicates %d, never committed %d; for example:"
        .formatted(
            findings.target(),
            findings.lost(),
            findings.outOfOrder(),
            findings.duplicates(),
            findings.invented());
  }

  private static String millis(Delays delays, double fraction) {
    return delays.percentile(fraction).map(value -> value + " ms").orElse("-");
  }
}
