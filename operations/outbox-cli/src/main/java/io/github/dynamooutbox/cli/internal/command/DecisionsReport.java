package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.control.LoggedDecision;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.output.Table;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/**
 * Who decided what.
 *
 * @param decisions the latest first
 * @param more whether there are more since then
 */
public record DecisionsReport(
    List<LoggedDecision> decisions, boolean more, Instant since, Optional<Instant> until)
    implements Report {
  /** Where no number of events is known, or was shown to anybody. */
  private static final String NONE = "-";

  /** Of what has not ended, or was killed. */
  private static final String OPEN = "not ended";

  public DecisionsReport {
    decisions = List.copyOf(decisions);
  }

  @Override
  public void print(Page page) {
    if (decisions.isEmpty()) {
      page.line(
          "Nothing was decided since %s%s."
              .formatted(since, until.map(end -> " and before " + end).orElse("")));
      return;
    }
    Table table = Table.of("DECIDED", "BY", "WHAT", "EVENTS", "DONE", "ENDED", "BECAUSE");
    for (LoggedDecision each : decisions) {
      LoggedDecision.Decision decision = each.decision();
      table.row(
          each.at().truncatedTo(ChronoUnit.SECONDS),
          decision.by(),
          (decision.command() + ' ' + decision.selection()).strip(),
          decision.events() > 0 ? decision.events() : NONE,
          done(each),
          each.ended().map(LoggedDecision.Ended::how).orElse(OPEN),
          decision.reason().orElse(""));
    }
    page.table(table);
    if (more) {
      page.line("There are more: raise --limit.");
    }
  }

  private static String done(LoggedDecision each) {
    return each.ended().isPresent() && each.ended().get().events().isPresent()
        ? Long.toString(each.ended().get().events().getAsLong())
        : NONE;
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("since", since.toString());
    until.ifPresent(end -> document.put("until", end.toString()));
    ArrayNode all = document.putArray("decisions");
    for (LoggedDecision each : decisions) {
      LoggedDecision.Decision decision = each.decision();
      ObjectNode one =
          all.addObject()
              .put("at", each.at().toString())
              .put("by", decision.by())
              .put("run", decision.run())
              .put("command", decision.command());
      decision.target().ifPresent(target -> one.put("target", target));
      one.put("selection", decision.selection());
      if (decision.events() > 0) {
        one.put("events", decision.events());
      }
      decision.reason().ifPresent(reason -> one.put("because", reason));
      each.ended()
          .ifPresent(
              ended -> {
                one.put("endedAt", ended.at().toString()).put("ended", ended.how());
                ended.events().ifPresent(done -> one.put("done", done));
              });
    }
    document.put("more", more);
    return document;
  }
}
