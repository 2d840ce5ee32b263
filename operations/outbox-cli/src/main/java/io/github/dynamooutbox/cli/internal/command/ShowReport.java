package io.github.dynamooutbox.cli.internal.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.operations.operate.EventHistory;
import io.github.dynamooutbox.operations.operate.UnreadableRecord;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The timelines of events. */
record ShowReport(
    String aggregate, List<EventHistory> events, List<UnreadableRecord> unreadable, boolean payload)
    implements Report {
  @Override
  public void print(Page page) {
    page.heading(aggregate);
    events.forEach(each -> print(page, each));
    if (!unreadable.isEmpty()) {
      page.blank();
    }
    unreadable.forEach(
        each ->
            page.bad("record %s cannot be shown: it %s".formatted(each.sort(), each.problem())));
  }

  private void print(Page page, EventHistory each) {
    page.blank();
    String sequence = each.sequence().isPresent() ? " " + each.sequence().getAsLong() : "";
    page.line("%s %s%s".formatted(each.event().id(), each.event().type(), sequence));
    steps(each).stream()
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
    if (isUnknown(each)) {
      page.warning("  no receipt: it is not published yet, or receipts are off or expired");
    }
    if (payload) {
      page.line("  payload: " + PayloadText.of(each.event().data()));
    }
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
    each.parked()
        .forEach(parked -> steps.add(new Step(parked.attempts().last(), text(parked), true)));
    each.decided().forEach(decision -> steps.add(new Step(decision.at(), text(decision), false)));
    return steps;
  }

  private static String repeated(EventHistory each, String target) {
    return each.deduplicated().contains(target)
        ? ", which had it already when it was sent again"
        : "";
  }

  private static String text(ParkedEvent parked) {
    return "parked for %s: %s (%s: %s)"
        .formatted(
            parked.place().lane().target(),
            parked.cause().reason(),
            parked.cause().code(),
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
    unreadable.forEach(
        each -> others.addObject().put("sort", each.sort()).put("problem", each.problem()));
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
    ArrayNode parked = node.putArray("parked");
    each.parked().forEach(event -> ParkedEventJson.write(parked.addObject(), event));
    ArrayNode decided = node.putArray("decided");
    for (WayOut decision : each.decided()) {
      ObjectNode one =
          decided
              .addObject()
              .put("target", decision.target())
              .put("by", decision.by())
              .put("reason", decision.reason())
              .put("at", decision.at().toString());
      decision.sentTo().ifPresent(to -> one.put("sentTo", to));
    }
    if (payload) {
      node.put("payload", PayloadText.of(each.event().data()));
    }
  }
}
