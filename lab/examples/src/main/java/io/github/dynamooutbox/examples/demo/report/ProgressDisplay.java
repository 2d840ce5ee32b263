package io.github.dynamooutbox.examples.demo.report;

import io.github.dynamooutbox.examples.demo.targets.WatchedTarget;
import io.github.dynamooutbox.examples.demo.targets.WatchedTargets;
import io.github.dynamooutbox.examples.demo.traffic.CommitLog;
import io.github.dynamooutbox.examples.demo.traffic.OrderTraffic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Shows the progress: continuously on a terminal, from time to time elsewhere. */
public final class ProgressDisplay {
  private static final Duration ON_TERMINAL = Duration.ofMillis(200);
  private static final Duration ELSEWHERE = Duration.ofSeconds(5);

  private final Screen screen;
  private final int orders;
  private final OrderTraffic traffic;
  private final CommitLog log;
  private final WatchedTargets targets;
  private final long begun = System.nanoTime();

  public ProgressDisplay(
      Screen screen, int orders, OrderTraffic traffic, CommitLog log, WatchedTargets targets) {
    this.screen = screen;
    this.orders = orders;
    this.traffic = traffic;
    this.log = log;
    this.targets = targets;
  }

  /** Time until the next update. */
  public Duration interval() {
    return screen.isTerminal() ? ON_TERMINAL : ELSEWHERE;
  }

  /** Shows the current state. */
  public void show() {
    if (screen.isTerminal()) {
      screen.replaceableLines(block());
    } else {
      screen.line(sentence());
    }
  }

  private List<String> block() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "  orders  %6d of %d, %d events committed, %.1f s"
            .formatted(traffic.finished(), orders, log.events(), seconds()));
    for (WatchedTarget target : targets.all()) {
      lines.add(
          "  %-7s %6d published, %d received"
              .formatted(target.name(), target.published(), target.received()));
    }
    return lines;
  }

  private String sentence() {
    String out =
        targets.all().stream()
            .map(t -> "%s %d/%d".formatted(t.name(), t.published(), t.received()))
            .collect(Collectors.joining(", "));
    return "  %3.0f s: %d of %d orders, %d events committed; published/received: %s"
        .formatted(seconds(), traffic.finished(), orders, log.events(), out);
  }

  private double seconds() {
    return (System.nanoTime() - begun) / 1e9;
  }
}
