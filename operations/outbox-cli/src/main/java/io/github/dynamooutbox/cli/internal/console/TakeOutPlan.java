package io.github.dynamooutbox.cli.internal.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.act.TakeOut;
import io.github.dynamooutbox.cli.internal.command.ParkedEventsReport;
import io.github.dynamooutbox.cli.internal.command.TakeOutReport;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.parked.ParkedRow;
import io.github.dynamooutbox.cli.internal.session.Targets;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Sends events elsewhere, or discards them.
 *
 * @param events what it shows, and takes out
 */
record TakeOutPlan(TakeOut takeOut, List<ParkedRow> events, boolean sends, String by, Output output)
    implements Plan {
  /** More do not fit on a page. */
  private static final int MOST_EVENTS = 100;

  @Override
  public ObjectNode shown() {
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    Optional<String> to = sends ? Optional.of("another target") : Optional.empty();
    shown.put("question", TakeOut.question(to, events.size()));
    shown.put("events", events.size()).put("more", Math.max(0, events.size() - MOST_EVENTS));
    takeOut
        .filter()
        .chosen()
        .ifPresent(ticked -> shown.put("gone", ticked.keys().size() - events.size()));
    List<ParkedRow> first = events.subList(0, Math.min(MOST_EVENTS, events.size()));
    shown.set("report", new ParkedEventsReport(first, Instant.now()).json());
    return shown;
  }

  @Override
  public ObjectNode act(JsonNode decision, AuditProgress progress) {
    TakeOut.Result result =
        takeOut.run(output, events, to(decision), decided(by, decision), progress);
    ObjectNode ended = JsonNodeFactory.instance.objectNode();
    ended.put("exit", result.exit().name());
    ended.set("report", new TakeOutReport(result).json());
    return ended;
  }

  private Optional<String> to(JsonNode decision) {
    if (!sends) {
      return Optional.empty();
    }
    Optional<String> to = Plans.text(decision, "to");
    if (to.isEmpty()) {
      throw new OperatorException(Kind.INPUT, "to: choose the target to which they are sent");
    }
    Targets.check(takeOut.config(), "to", to);
    takeOut.check("to", to);
    return to;
  }

  /** By whom, and why. */
  static WaysOut.Decision decided(String by, JsonNode decision) {
    return TakeOut.decision("because", by, Plans.text(decision, "because").orElse(""));
  }
}
