package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.output.Table;
import io.github.dynamooutbox.operations.replay.ReplayPlan;
import java.util.TreeMap;

/**
 * What a replay would publish.
 *
 * @param knowsAgain whether the plan knows what was published before: that of a selection does not
 */
public record ReplayPlanReport(ReplayPlan plan, boolean knowsAgain) implements Report {
  private static final int ROWS = 20;

  @Override
  public void print(Page page) {
    Table table =
        knowsAgain ? Table.of("TARGET", "EVENTS", "OF THEM AGAIN") : Table.of("TARGET", "EVENTS");
    new TreeMap<>(plan.targets())
        .forEach(
            (target, amount) -> {
              if (knowsAgain) {
                table.row(target, amount.events(), amount.again());
              } else {
                table.row(target, amount.events());
              }
            });
    if (plan.isEmpty()) {
      page.line("There is nothing to publish.");
    } else {
      page.table(table);
      page.line("From %s.".formatted(Counts.of(plan.records(), "record")));
      if (!knowsAgain) {
        page.line("All of them are sent, whether their targets have them already or not.");
      }
    }
    if (plan.lanesAgain() > 0) {
      page.blank();
      page.line(
          "Later events of %s are already out: they are sent again, from the first missing one on."
              .formatted(Counts.of(plan.lanesAgain(), "lane")));
      Table again = Table.of("TARGET", "AGGREGATE", "FROM RECORD", "AGAIN");
      plan.again().stream()
          .limit(ROWS)
          .forEach(lane -> again.row(lane.target(), lane.aggregate(), lane.from(), lane.events()));
      page.table(again);
      more(page, plan.lanesAgain());
    }
    if (plan.lanesWaiting() > 0) {
      page.blank();
      page.line(
          "Left out, because something is parked in front: redrive or discard that, then replay."
              + " %s:".formatted(Counts.of(plan.lanesWaiting(), "lane")));
      Table waiting = Table.of("TARGET", "AGGREGATE");
      plan.waiting().stream()
          .limit(ROWS)
          .forEach(lane -> waiting.row(lane.target(), lane.aggregate()));
      page.table(waiting);
      more(page, plan.lanesWaiting());
    }
    if (plan.gone() > 0) {
      page.line(
          "%s cannot be published: the records are gone."
              .formatted(Counts.of(plan.gone(), "event")));
    }
    if (plan.notConfigured() > 0) {
      page.line(
          "%s cannot be published: no target is configured."
              .formatted(Counts.of(plan.notConfigured(), "event")));
    }
  }

  private static void more(Page page, long all) {
    if (all > ROWS) {
      page.line("And %,d more; --json lists them.".formatted(all - ROWS));
    }
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode().put("records", plan.records());
    ObjectNode targets = document.putObject("targets");
    new TreeMap<>(plan.targets())
        .forEach(
            (target, amount) -> {
              ObjectNode each = targets.putObject(target).put("events", amount.events());
              if (knowsAgain) {
                each.put("again", amount.again());
              }
            });
    document.put("lanesAgain", plan.lanesAgain());
    ArrayNode again = document.putArray("again");
    plan.again()
        .forEach(
            lane ->
                again
                    .addObject()
                    .put("target", lane.target())
                    .put("aggregate", lane.aggregate())
                    .put("from", lane.from())
                    .put("events", lane.events()));
    document.put("lanesWaiting", plan.lanesWaiting());
    ArrayNode waiting = document.putArray("waiting");
    plan.waiting()
        .forEach(
            lane ->
                waiting
                    .addObject()
                    .put("target", lane.target())
                    .put("aggregate", lane.aggregate()));
    return document.put("gone", plan.gone()).put("notConfigured", plan.notConfigured());
  }
}
