package io.github.dynamooutbox.cli.internal.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.act.PurgeAct;
import io.github.dynamooutbox.cli.internal.command.PurgeReport;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.parked.ParkedGroup;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.redrive.Purge;
import java.time.Instant;
import java.util.List;

/**
 * Discards all that is parked for a target.
 *
 * @param looked when it was shown; what is parked later stays
 */
record PurgePlan(
    PurgeAct purge, List<QueueSummary> queues, Instant looked, String by, Output output)
    implements Plan {
  @Override
  public ObjectNode shown() {
    long events = ParkedGroup.events(queues);
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    shown.put("question", purge.question(events)).put("events", events);
    RedrivePlan.show(queues, shown);
    return shown;
  }

  @Override
  public ObjectNode act(JsonNode decision, AuditProgress progress) {
    Purge.Result result =
        purge.run(
            output,
            looked,
            ParkedGroup.events(queues),
            TakeOutPlan.decided(by, decision),
            progress);
    ObjectNode ended = JsonNodeFactory.instance.objectNode();
    ended.put("exit", PurgeAct.exit(result).name());
    ended.set("report", new PurgeReport(result).json());
    return ended;
  }
}
