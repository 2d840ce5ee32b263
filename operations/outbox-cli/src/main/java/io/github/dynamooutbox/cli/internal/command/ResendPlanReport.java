package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.output.Table;
import io.github.dynamooutbox.operations.replay.FailedBatchPlan;
import java.util.TreeMap;

/** What sending abandoned batches would do. */
record ResendPlanReport(FailedBatchPlan plan) implements Report {
  @Override
  public void print(Page page) {
    if (plan.targets().isEmpty()) {
      page.line("No target would get anything.");
    } else {
      Table table = Table.of("TARGET", "EVENTS");
      new TreeMap<>(plan.targets()).forEach(table::row);
      page.table(table);
    }
    page.line(
        plan.batches() == 1 ? "From one batch." : "From %,d batches.".formatted(plan.batches()));
    if (plan.known() > 0) {
      page.line(
          "Left out: %s already published, parked or taken out."
              .formatted(Counts.of(plan.known(), "event")));
    }
    if (plan.behind() > 0) {
      page.line(
          "%s will be parked, because something is parked in front of them: redrive afterwards."
              .formatted(Counts.of(plan.behind(), "event")));
    }
    if (plan.late() > 0) {
      page.line(
          "Later events of %s are already out: the abandoned ones follow them. To publish an aggregate again in order: outbox replay --aggregate."
              .formatted(Counts.of(plan.late(), "lane")));
    }
    if (plan.unroutable() > 0) {
      page.line(
          "No rule takes %s: they will be parked."
              .formatted(Counts.of(plan.unroutable(), "event")));
    }
    if (plan.unreadable() > 0) {
      page.line(
          "%s cannot be read: they will be parked, or stop the relay if poison is not parked."
              .formatted(Counts.of(plan.unreadable(), "record")));
    }
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode().put("batches", plan.batches());
    ObjectNode targets = document.putObject("targets");
    new TreeMap<>(plan.targets()).forEach(targets::put);
    return document
        .put("known", plan.known())
        .put("behind", plan.behind())
        .put("lateLanes", plan.late())
        .put("unroutable", plan.unroutable())
        .put("unreadable", plan.unreadable());
  }
}
