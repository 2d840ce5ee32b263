package io.github.dynamooutbox.infra;

import static io.github.dynamooutbox.aws.host.Metric.BLOCKED_LANES;
import static io.github.dynamooutbox.aws.host.Metric.CLOSED_LANES;
import static io.github.dynamooutbox.aws.host.Metric.HALTED;
import static io.github.dynamooutbox.aws.host.Metric.OLDEST_PARKED_AGE;
import static io.github.dynamooutbox.aws.host.Metric.PARKED;
import static io.github.dynamooutbox.aws.host.Metric.PARKED_EVENTS;
import static io.github.dynamooutbox.aws.host.Metric.PUBLISHED;
import static io.github.dynamooutbox.aws.host.Metric.REDRIVEN;
import static io.github.dynamooutbox.aws.host.Metric.REDRIVE_BUSY;
import static io.github.dynamooutbox.aws.host.Metric.REJECTED;
import static io.github.dynamooutbox.aws.host.Metric.RETRIED;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awscdk.services.cloudwatch.Dashboard;
import software.amazon.awscdk.services.cloudwatch.GraphWidget;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.constructs.Construct;

/** Four questions from top to bottom: is it flowing, how late, what is stuck, what does it cost? */
final class FlowDashboard extends Construct {
  private static final int FULL_WIDTH = 24;

  private final List<GraphWidget> widgets = new ArrayList<>();
  private final GraphWidget late;
  private final Dashboard dashboard;
  private final RelayMetrics metrics;
  private final List<String> targets;

  FlowDashboard(Construct scope, String id, RelayMetrics metrics, List<String> targets) {
    super(scope, id);
    this.metrics = metrics;
    this.targets = targets;
    List<Metric> published = new ArrayList<>();
    List<Metric> ages = new ArrayList<>();
    List<Metric> stuck = new ArrayList<>(List.of(metrics.ofRelay(HALTED)));
    for (String target : targets) {
      published.add(metrics.ofTarget(PUBLISHED, target));
      ages.add(metrics.age(target));
      ages.add(metrics.openCircuit(target));
      stuck.add(metrics.ofTarget(RETRIED, target));
      stuck.add(metrics.ofTarget(REJECTED, target));
      stuck.add(metrics.ofTarget(PARKED, target));
    }
    stuck.add(metrics.ofTarget(PARKED, "*"));
    GraphWidget flowing = graph("Is it flowing? Events published", published);
    late = graph("How late is it? Milliseconds", ages);
    dashboard =
        Dashboard.Builder.create(this, "Dashboard")
            .widgets(
                List.of(
                    List.of(flowing),
                    List.of(late),
                    List.of(graph("What is stuck? Events", stuck))))
            .build();
  }

  /** Adds a metric to the answer to how late it is. */
  void addLate(Metric metric) {
    late.addLeftMetric(metric);
  }

  /**
   * Adds to the answer to what is stuck: how much is parked, for how long, and whether it gets
   * less.
   */
  void addParked() {
    List<Metric> events = new ArrayList<>(List.of(metrics.parked(PARKED_EVENTS)));
    List<Metric> ages = new ArrayList<>(List.of(metrics.parked(OLDEST_PARKED_AGE)));
    for (String target : targets) {
      events.add(metrics.parked(PARKED_EVENTS, target));
      ages.add(metrics.parked(OLDEST_PARKED_AGE, target));
    }
    List<Metric> lanes =
        List.of(
            metrics.parked(CLOSED_LANES),
            metrics.parked(BLOCKED_LANES),
            metrics.ofRelay(REDRIVEN),
            metrics.ofRelay(REDRIVE_BUSY));
    dashboard.addWidgets(graph("What is stuck? Parked events", events));
    dashboard.addWidgets(graph("How long is it stuck? Milliseconds", ages));
    dashboard.addWidgets(graph("Does it get less? Closed lanes, redriven events", lanes));
  }

  /** Adds the answer to what it costs; the prices are in the documentation. */
  void addCosts(List<Metric> costs) {
    dashboard.addWidgets(graph("What does it cost? Invocations, milliseconds, write units", costs));
  }

  /** All graphs, from top to bottom. */
  List<GraphWidget> widgets() {
    return List.copyOf(widgets);
  }

  private GraphWidget graph(String title, List<Metric> metrics) {
    GraphWidget widget =
        GraphWidget.Builder.create().title(title).width(FULL_WIDTH).left(metrics).build();
    widgets.add(widget);
    return widget;
  }
}
