package io.github.dynamooutbox.cli.internal.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.act.RedriveAct;
import io.github.dynamooutbox.cli.internal.command.ParkedReport;
import io.github.dynamooutbox.cli.internal.command.RedriveReport;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.parked.ParkedGroup;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A redrive.
 *
 * @param choice what it shows, and publishes
 */
record RedrivePlan(RedriveAct redrive, RedriveAct.Choice choice, Output output) implements Plan {
  /** More do not fit on a page. */
  private static final int MOST_QUEUES = 100;

  @Override
  public ObjectNode shown() {
    List<QueueSummary> queues = choice.queues();
    if (queues.isEmpty()) {
      throw new OperatorException(
          Kind.INPUT,
          redrive
              .whyNothing()
              .map(
                  why ->
                      "of what is ticked, "
                          + why
                          + "; a redrive publishes whole lanes; tick the first event of one, or"
                          + " redrive all with this reason")
              .orElse("nothing is parked there: it was published or taken out meanwhile"));
    }
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    long events = ParkedGroup.events(queues);
    shown.put("question", RedriveAct.question(events, queues.size()));
    shown.put("events", events);
    show(queues, shown);
    return shown;
  }

  /** The first queues, and how many there are besides. */
  static void show(List<QueueSummary> queues, ObjectNode shown) {
    shown.put("more", Math.max(0, queues.size() - MOST_QUEUES));
    List<QueueSummary> first = queues.subList(0, Math.min(MOST_QUEUES, queues.size()));
    shown.set("report", new ParkedReport(first, Instant.now()).json());
  }

  @Override
  public ObjectNode act(JsonNode decision, AuditProgress progress) {
    AtomicLong published = new AtomicLong();
    OptionalDouble rate = RedriveAct.limit("rate", Plans.rate(decision));
    RedriveAct.Done done =
        redrive.run(
            output,
            redrive.stillSo(choice),
            rate,
            event -> {
              if (event instanceof RelayEvent.Published) {
                progress.at("events published", published.incrementAndGet(), 0);
              }
            },
            progress::isStopWanted);
    ObjectNode ended = JsonNodeFactory.instance.objectNode();
    ended.put("exit", done.exit().name());
    ended.set("report", new RedriveReport(done, Optional.empty()).json());
    return ended;
  }
}
