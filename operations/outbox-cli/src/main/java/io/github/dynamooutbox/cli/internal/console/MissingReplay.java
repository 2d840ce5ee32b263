package io.github.dynamooutbox.cli.internal.console;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.cli.internal.command.ReplayCommand;
import io.github.dynamooutbox.cli.internal.command.ReplayPlanReport;
import io.github.dynamooutbox.cli.internal.command.ReplayResultReport;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Interruption;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.operations.replay.OutboxReplay;
import io.github.dynamooutbox.operations.replay.ReplayPlan;
import io.github.dynamooutbox.operations.replay.ReplayResult;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CancellationException;

/**
 * A replay of what an audit has found missing. What is missing is looked up again before it is
 * sent, when nobody else may send it: if the numbers are not those that were shown, nothing is
 * sent.
 *
 * @param audit the audit's directory
 * @param plan what was shown
 */
record MissingReplay(RelayConfig config, Path audit, ReplayPlan plan, Output output)
    implements Plan {
  /** So many lanes are named in a message. */
  private static final int MOST_LANES = 5;

  /**
   * Looks up what is missing.
   *
   * @param progress receives how far it is, and may stop it
   * @throws java.util.concurrent.CancellationException if {@code progress} has stopped it
   * @throws OperatorException if there is no such audit, or nothing to publish
   */
  static MissingReplay of(
      RelayConfig config, String directory, Output output, AuditProgress progress) {
    Path audit = path(directory);
    try (OutboxReplay replay = OutboxReplay.open(config)) {
      ReplayPlan plan = replay.planMissing(audit, Optional.empty(), 0, progress);
      OutboxReplay.discard(audit);
      if (plan.isEmpty()) {
        throw new OperatorException(
            Kind.INPUT,
            "audit %s: nothing that is missing can be published now%s"
                .formatted(directory, whyNothing(plan)));
      }
      return new MissingReplay(config, audit, plan, output);
    }
  }

  private static String whyNothing(ReplayPlan plan) {
    StringBuilder why = new StringBuilder();
    if (plan.lanesWaiting() > 0) {
      why.append(
          "; something is parked in front in %s: redrive or discard that first, in %s"
              .formatted(
                  Counts.of(plan.lanesWaiting(), "lane"),
                  plan.waiting().stream()
                      .limit(MOST_LANES)
                      .map(lane -> lane.aggregate() + " for " + lane.target())
                      .collect(joining(", "))));
      why.append(plan.lanesWaiting() > MOST_LANES ? " and others" : "");
    }
    if (plan.gone() > 0) {
      why.append("; the records of %s are gone".formatted(Counts.of(plan.gone(), "event")));
    }
    if (plan.notConfigured() > 0) {
      why.append(
          "; no target is configured for %s".formatted(Counts.of(plan.notConfigured(), "event")));
    }
    return why.toString();
  }

  private static Path path(String directory) {
    try {
      if (!directory.isEmpty()) {
        return Path.of(directory).toAbsolutePath();
      }
    } catch (InvalidPathException e) {
      // Said below.
    }
    throw new OperatorException(
        Kind.INPUT, "audit \"%s\": must be the directory of an audit".formatted(directory));
  }

  @Override
  public ObjectNode shown() {
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    shown.put("question", "Publish %s?".formatted(Counts.of(plan.events(), "event")));
    shown.put("events", plan.events());
    shown.set("report", new ReplayPlanReport(plan, true).json());
    return shown;
  }

  @Override
  public ObjectNode act(JsonNode decision, AuditProgress progress) {
    double rate = Plans.text(decision, "rate").map(MissingReplay::rate).orElse(0.0);
    ObjectNode ended = JsonNodeFactory.instance.objectNode();
    String goOn =
        "To continue: outbox replay --resume %1$s; if nothing was published yet: outbox replay --audit %1$s"
            .formatted(audit);
    try (OutboxReplay replay = OutboxReplay.open(config);
        Interruption interruption = new Interruption(output, ReplayCommand.TO_STOP, goOn)) {
      AuditProgress stopping = interruption.stopping(progress);
      replay.claim();
      check(replay.planMissing(audit, Optional.empty(), 0, stopping));
      ReplayResult result = replay.run(audit, rate, stopping);
      boolean isWhole = plan.lanesWaiting() + plan.gone() + plan.notConfigured() == 0;
      boolean isDone = isWhole && result.isFinished() && result.parked() == 0 && result.gone() == 0;
      ended.put("exit", (isDone ? CommandExit.DONE : CommandExit.INCOMPLETE).name());
      ended.set("report", new ReplayResultReport(result, audit).json());
    } catch (CancellationException e) {
      ended.put("exit", CommandExit.INTERRUPTED.name());
      ended.putObject("report").put("published", 0);
    }
    return ended;
  }

  private void check(ReplayPlan now) {
    if (!now.targets().equals(plan.targets()) || now.records() != plan.records()) {
      OutboxReplay.discard(audit);
      throw new OperatorException(
          Kind.ACCESS, "what is missing has changed since it was shown: open it again");
    }
  }

  private static double rate(String text) {
    if (!text.matches("\\d{1,6}(\\.\\d{1,3})?") || Double.parseDouble(text) == 0) {
      throw new OperatorException(
          Kind.INPUT,
          "rate \"%s\": must be events a second, as in 50; leave it out for no limit"
              .formatted(text));
    }
    return Double.parseDouble(text);
  }
}
