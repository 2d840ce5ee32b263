package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.parked.ParkedReader;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.operations.operate.EventHistory;
import io.github.dynamooutbox.operations.operate.UnreadableRecord;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The timelines of events. */
public record ShowReport(
    String aggregate,
    List<EventHistory> events,
    List<UnreadableRecord> unreadable,
    RecordCodec codec,
    Optional<Function<Payload, String>> payload)
    implements Report {
  @Override
  public void print(Page page) {
    page.heading(aggregate);
    events.forEach(each -> print(page, each));
    if (!unreadable.isEmpty()) {
      page.blank();
    }
    unreadable.forEach(
        each -> {
          page.bad("record %s cannot be shown: it %s".formatted(each.sort(), each.problem()));
          print(page, steps(each.parked(), each.decided()));
        });
  }

  private static void print(Page page, List<Step> steps) {
    steps.stream()
        .sorted(Comparator.comparing(Step::at))
        .forEach(
            step -> {
              String line = "  %s %s".formatted(step.at(), step.text());
              if (step.parked()) {
                page.bad(line);
              } else {
                page.line(line);
              }
            });
  }

  /** Whether something is stuck that no redrive of the schedule publishes. */
  boolean needsSomebody() {
    return !unreadable.isEmpty()
        || events.stream()
            .flatMap(each -> each.parked().stream())
            .anyMatch(parked -> parked.cause().reason() != ParkReason.BLOCKED);
  }

  private void print(Page page, EventHistory each) {
    page.blank();
    String sequence = each.sequence().isPresent() ? " " + each.sequence().getAsLong() : "";
    page.line("%s %s%s".formatted(each.event().id(), each.event().type(), sequence));
    print(page, steps(each));
    if (isUnknown(each)) {
      page.warning("  no receipt: it is not published yet, or receipts are off or expired");
    }
    payload.ifPresent(view -> page.line("  payload: " + view.apply(each.event().data())));
  }

  private static boolean isUnknown(EventHistory each) {
    return each.published().isEmpty()
        && each.dropped().isEmpty()
        && each.parked().isEmpty()
        && each.decided().isEmpty();
  }

  private record Step(Instant at, String text, boolean parked) {}

  private static List<Step> steps(EventHistory each) {
    List<Step> steps = new ArrayList<>();
    steps.add(new Step(each.committed(), "committed", false));
    each.published()
        .forEach(
            (target, at) ->
                steps.add(new Step(at, "published to " + target + repeated(each, target), false)));
    each.dropped().ifPresent(at -> steps.add(new Step(at, "finished: no target takes it", false)));
    steps.addAll(steps(each.parked(), each.decided()));
    return steps;
  }

  private static List<Step> steps(List<ParkedEvent> parked, List<WayOut> decided) {
    List<Step> steps = new ArrayList<>();
    parked.forEach(each -> steps.add(new Step(each.attempts().last(), text(each), true)));
    decided.forEach(decision -> steps.add(new Step(decision.at(), text(decision), false)));
    return steps;
  }

  private static String repeated(EventHistory each, String target) {
    return each.deduplicated().contains(target)
        ? ", which had it already when it was sent again"
        : "";
  }

  private static String text(ParkedEvent parked) {
    String reason = parked.cause().reason().name();
    String code = parked.cause().code();
    return "parked for %s: %s (%s%s)"
        .formatted(
            parked.place().lane().target(),
            reason,
            code.equals(reason) ? "" : code + ": ",
            parked.cause().message());
  }

  private static String text(WayOut decision) {
    String what =
        decision.sentTo().map(to -> "sent to " + to + " instead of ").orElse("discarded for ");
    return "%s%s by %s: %s".formatted(what, decision.target(), decision.by(), decision.reason());
  }

  @Override
  public ObjectNode json() {
    ObjectNode document = JsonNodeFactory.instance.objectNode();
    document.put("aggregate", aggregate);
    ArrayNode all = document.putArray("events");
    events.forEach(each -> json(all.addObject(), each));
    ArrayNode others = document.putArray("unreadable");
    for (UnreadableRecord each : unreadable) {
      ObjectNode node = others.addObject().put("sort", each.sort()).put("problem", each.problem());
      write(node, each.parked(), each.decided());
    }
    return document;
  }

  private void json(ObjectNode node, EventHistory each) {
    node.put("id", each.event().id()).put("type", each.event().type());
    each.sequence().ifPresent(sequence -> node.put("sequence", sequence));
    node.put("committed", each.committed().toString());
    ObjectNode published = node.putObject("published");
    each.published().forEach((target, at) -> published.put(target, at.toString()));
    if (!each.deduplicated().isEmpty()) {
      ArrayNode deduplicated = node.putArray("deduplicated");
      each.deduplicated().stream().sorted().forEach(deduplicated::add);
    }
    each.dropped().ifPresent(at -> node.put("dropped", at.toString()));
    write(node, each.parked(), each.decided());
    payload.ifPresent(view -> node.put("payload", view.apply(each.event().data())));
  }

  private void write(ObjectNode node, List<ParkedEvent> parkedEvents, List<WayOut> decisions) {
    ArrayNode parked = node.putArray("parked");
    ParkedReader reader = new ParkedReader(codec);
    parkedEvents.forEach(event -> reader.row(event).write(parked.addObject()));
    ArrayNode decided = node.putArray("decided");
    for (WayOut decision : decisions) {
      ObjectNode one =
          decided
              .addObject()
              .put("target", decision.target())
              .put("by", decision.by())
              .put("reason", decision.reason())
              .put("at", decision.at().toString());
      decision.sentTo().ifPresent(to -> one.put("sentTo", to));
    }
  }
}
