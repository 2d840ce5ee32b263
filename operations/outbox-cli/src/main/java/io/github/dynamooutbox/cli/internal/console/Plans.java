package io.github.dynamooutbox.cli.internal.console;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.cli.internal.act.Logged;
import io.github.dynamooutbox.cli.internal.act.PurgeAct;
import io.github.dynamooutbox.cli.internal.act.RedriveAct;
import io.github.dynamooutbox.cli.internal.act.TakeOut;
import io.github.dynamooutbox.cli.internal.command.AuditOptions;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.parked.ParkedFilter;
import io.github.dynamooutbox.cli.internal.session.Targets;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Turns requests of the page into plans, under the rules of the commands.
 *
 * @param by who decides
 */
record Plans(RelayConfig config, OutboxOperator operator, String by, Output output) {
  /**
   * The plan for a request.
   *
   * @param progress receives how far that of a replay is, and may stop it
   * @throws OperatorException if the request has an error
   */
  Plan plan(JsonNode request, AuditProgress progress) {
    String act = request.path("act").asText();
    return switch (act) {
      case "redrive" -> redrive(request);
      case "discard", "reroute" -> takeOut(request, act.equals("reroute"));
      case "purge" -> purge(request);
      case "audit" ->
          new AuditPlan(config, AuditOptions.since(text(request, "since"), Instant.now()), output);
      case "replay" ->
          ReplayActPlan.of(
              config,
              ReplayActPlan.source(request, config, Instant.now()),
              by,
              new Logged(operator, output),
              progress);
      default ->
          throw new OperatorException(
              Kind.INPUT,
              "act \"%s\": must be redrive, reroute, discard, purge, audit or replay"
                  .formatted(act));
    };
  }

  private Plan redrive(JsonNode request) {
    Optional<String> target = text(request, "target");
    Optional<String> aggregate = text(request, "aggregate");
    Targets.check(config, "target", target);
    RedriveOrder order =
        new RedriveOrder(reasons(text(request, "reason").orElse("")), target, aggregate);
    Optional<ParkedFilter> front =
        request.has("chosen") ? Optional.of(filter(request, target, Set.of())) : Optional.empty();
    RedriveAct redrive = new RedriveAct(config, operator, order, front, by);
    return new RedrivePlan(redrive, redrive.choice(), output);
  }

  private Plan takeOut(JsonNode request, boolean sends) {
    Optional<String> target = Optional.of(text(request, "target").orElse(""));
    Optional<String> reason = text(request, "reason");
    Targets.check(config, "target", target);
    ParkedFilter filter = filter(request, target, reason.map(Plans::reasons).orElse(Set.of()));
    if (!filter.needsEvents() && reason.isEmpty()) {
      throw new OperatorException(
          Kind.INPUT, "say which events: aggregate, event, type, code, text or reason");
    }
    TakeOut takeOut = new TakeOut(config, operator, filter, request.path("behind").asBoolean());
    return new TakeOutPlan(takeOut, takeOut.selected(), sends, by, output);
  }

  /** By all that a request may name, ticked events included. */
  private static ParkedFilter filter(
      JsonNode request, Optional<String> target, Set<ParkReason> reasons) {
    return new ParkedFilter(
        target,
        reasons,
        text(request, "aggregate"),
        text(request, "event"),
        text(request, "type"),
        text(request, "code"),
        Optional.empty(),
        text(request, "text"),
        request.has("chosen") ? Optional.of(chosen(request.path("chosen"))) : Optional.empty());
  }

  private static ParkedFilter.Chosen chosen(JsonNode events) {
    if (events.isEmpty()) {
      throw new OperatorException(Kind.INPUT, "nothing is ticked: tick the events that you mean");
    }
    Set<String> keys = new HashSet<>();
    Set<String> aggregates = new HashSet<>();
    for (JsonNode event : events) {
      keys.add(event.path("key").asText());
      aggregates.add(event.path("aggregate").asText());
    }
    return new ParkedFilter.Chosen(keys, aggregates);
  }

  /** Also of a target that the configuration no longer has. */
  private Plan purge(JsonNode request) {
    Instant looked = Instant.now();
    String target = text(request, "target").orElse("");
    PurgeAct purge = new PurgeAct(config, operator, target);
    List<QueueSummary> queues = purge.queues();
    if (queues.isEmpty()) {
      throw new OperatorException(
          Kind.INPUT, "target \"%s\": nothing is parked for it".formatted(target));
    }
    return new PurgePlan(purge, queues, looked, by, output);
  }

  /**
   * The reasons to redrive or to look for.
   *
   * @param name one of them; empty: all
   */
  static Set<ParkReason> reasons(String name) {
    EnumSet<ParkReason> all = EnumSet.complementOf(EnumSet.of(ParkReason.BEHIND));
    return name.isEmpty()
        ? all
        : all.stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .map(Set::of)
            .orElseThrow(
                () ->
                    new OperatorException(
                        Kind.INPUT, "reason \"%s\": must be one of %s".formatted(name, all)));
  }

  /**
   * The most events a second that an operator has entered; 0: no limit.
   *
   * @throws OperatorException if it is not a rate
   */
  static double rate(JsonNode decision) {
    String text = text(decision, "rate").orElse("");
    boolean isRate = text.matches("\\d{1,6}(\\.\\d{1,3})?") && Double.parseDouble(text) > 0;
    if (!text.isEmpty() && !isRate) {
      throw new OperatorException(
          Kind.INPUT,
          "rate \"%s\": must be events a second, as in 50; leave it out for no limit"
              .formatted(text));
    }
    return isRate ? Double.parseDouble(text) : 0;
  }

  /** A field of a request; missing and blank are the same. */
  static Optional<String> text(JsonNode request, String name) {
    return Optional.of(request.path(name).asText()).filter(text -> !text.isBlank());
  }
}
