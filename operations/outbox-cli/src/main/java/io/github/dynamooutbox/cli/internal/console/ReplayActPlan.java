package io.github.dynamooutbox.cli.internal.console;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.cli.internal.act.Logged;
import io.github.dynamooutbox.cli.internal.command.Aggregates;
import io.github.dynamooutbox.cli.internal.command.ReplayCommand;
import io.github.dynamooutbox.cli.internal.command.ReplayPlanReport;
import io.github.dynamooutbox.cli.internal.command.ReplayResultReport;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Identity;
import io.github.dynamooutbox.cli.internal.session.Interruption;
import io.github.dynamooutbox.cli.internal.session.Moments;
import io.github.dynamooutbox.cli.internal.session.Targets;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.operations.replay.EventSelection;
import io.github.dynamooutbox.operations.replay.OutboxReplay;
import io.github.dynamooutbox.operations.replay.ReplayPlan;
import io.github.dynamooutbox.operations.replay.ReplayResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * A replay of what an audit has found missing, or of a selection. It is looked up again before it
 * is sent, and what is missing then when nobody else may send it: if it is not exactly what was
 * shown, nothing is sent.
 *
 * @param plan what was shown
 * @param fingerprint of the events and targets that it names
 * @param by who decides
 */
record ReplayActPlan(
    RelayConfig config, Source source, ReplayPlan plan, String fingerprint, String by, Logged log)
    implements Plan {
  /** So many lanes are named in a message. */
  private static final int MOST_LANES = 5;

  /** Where what is sent comes from. */
  sealed interface Source {
    /** Where the plan is kept while it is followed. */
    Path directory();

    ReplayPlan plan(OutboxReplay replay, AuditProgress progress);

    /** The only target that gets it; empty: each. */
    Optional<String> target();

    /** Which events, for the log of decisions. */
    String inWords();

    /** Why there is nothing, as a message begins. */
    String described();

    /** Whether an audit has found that it is missing. */
    boolean isMissing();
  }

  /**
   * What an audit has found missing.
   *
   * @param directory the audit's
   * @param target the only target that gets it; empty: each
   */
  record Missing(Path directory, Optional<String> target) implements Source {
    @Override
    public ReplayPlan plan(OutboxReplay replay, AuditProgress progress) {
      return replay.planMissing(directory, target, 0, progress);
    }

    @Override
    public String inWords() {
      return ReplayCommand.missing(directory, target);
    }

    @Override
    public String described() {
      return "audit %s: nothing that is missing can be published now".formatted(directory);
    }

    @Override
    public boolean isMissing() {
      return true;
    }
  }

  /**
   * What somebody has selected, published or not.
   *
   * @param selection ends when it was shown at the latest
   * @param target the only target that gets it; empty: each
   */
  record Selected(EventSelection selection, Optional<String> target, Path directory)
      implements Source {
    @Override
    public ReplayPlan plan(OutboxReplay replay, AuditProgress progress) {
      return replay.planSelected(selection, directory, target, progress);
    }

    @Override
    public String inWords() {
      return ReplayCommand.selected(selection, Optional.empty(), target);
    }

    @Override
    public String described() {
      return "no record in the table matches, or no target gets it now";
    }

    @Override
    public boolean isMissing() {
      return false;
    }
  }

  /**
   * Looks up what would be sent.
   *
   * @param progress receives how far it is, and may stop it
   * @throws java.util.concurrent.CancellationException if {@code progress} has stopped it
   * @throws OperatorException if there is no such audit, or nothing to publish
   */
  static ReplayActPlan of(
      RelayConfig config, Source source, String by, Logged log, AuditProgress progress) {
    try (OutboxReplay replay = OutboxReplay.open(config, Identity.ofRun())) {
      ReplayPlan plan = source.plan(replay, progress);
      String fingerprint = OutboxReplay.fingerprint(source.directory());
      OutboxReplay.discard(source.directory());
      if (plan.isEmpty()) {
        throw new OperatorException(Kind.INPUT, source.described() + whyNothing(plan));
      }
      return new ReplayActPlan(config, source, plan, fingerprint, by, log);
    } finally {
      removeIfEmpty(source);
    }
  }

  /** A selection has a directory of its own. */
  private static void removeIfEmpty(Source source) {
    if (!source.isMissing()) {
      try {
        Files.deleteIfExists(source.directory());
      } catch (IOException somethingIsInIt) {
        // Somebody may want to resume it.
      }
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

  /**
   * The source that a request names.
   *
   * @throws OperatorException if it names none, or has an error
   */
  static Source source(JsonNode request, RelayConfig config, Instant now) {
    Optional<String> target = Plans.text(request, "target");
    Optional<String> audit = Plans.text(request, "audit");
    if (audit.isPresent()) {
      Targets.check(config, "target", target);
      refuseBesideAudit(request);
      return new Missing(path(audit.get()), target);
    }
    Optional<String> aggregate = Plans.text(request, "aggregate");
    Optional<Instant> from =
        Plans.text(request, "since").map(text -> Moments.of("since", text, now));
    Optional<Instant> to = Plans.text(request, "until").map(text -> Moments.of("until", text, now));
    Targets.check(config, "target", target);
    aggregate.ifPresent(name -> Aggregates.check("aggregate", name));
    EventSelection selection =
        new EventSelection(
            aggregate,
            Plans.text(request, "type"),
            Plans.text(request, "tenant"),
            Plans.text(request, "event"),
            from,
            Optional.of(to.filter(end -> end.isBefore(now)).orElse(now)));
    boolean isSelected =
        Stream.of(aggregate, selection.type(), selection.tenant(), selection.eventId(), from, to)
            .anyMatch(Optional::isPresent);
    if (!isSelected) {
      throw new OperatorException(
          Kind.INPUT,
          "say what to publish: audit, the directory of one; or aggregate, type, tenant, event,"
              + " since or until");
    }
    return new Selected(selection, target, ReplayCommand.newDirectory(now));
  }

  private static void refuseBesideAudit(JsonNode request) {
    Stream.of("aggregate", "type", "tenant", "event", "since", "until")
        .filter(name -> Plans.text(request, name).isPresent())
        .findFirst()
        .ifPresent(
            name -> {
              throw new OperatorException(
                  Kind.INPUT,
                  name + ": does not restrict what an audit has found; only target does");
            });
  }

  private static Path path(String directory) {
    try {
      return Path.of(directory).toAbsolutePath();
    } catch (InvalidPathException e) {
      throw new OperatorException(
          Kind.INPUT, "audit \"%s\": must be the directory of an audit".formatted(directory), e);
    }
  }

  @Override
  public ObjectNode shown() {
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    shown.put("question", "Publish %s?".formatted(Counts.of(plan.events(), "event")));
    shown.put("events", plan.events());
    shown.set("report", new ReplayPlanReport(plan, source.isMissing()).json());
    return shown;
  }

  @Override
  public ObjectNode act(JsonNode decision, AuditProgress progress) {
    double rate = Plans.rate(decision);
    ObjectNode ended = JsonNodeFactory.instance.objectNode();
    Path directory = source.directory();
    String goOn = "To continue, if something was published: outbox replay --resume " + directory;
    try (OutboxReplay replay = OutboxReplay.open(config, Identity.ofRun());
        Interruption interruption = new Interruption(log.output(), ReplayCommand.TO_STOP, goOn)) {
      AuditProgress stopping = interruption.stopping(progress);
      if (source.isMissing()) {
        replay.claim();
      }
      source.plan(replay, stopping);
      checkUnchanged();
      ReplayResult result = logged(replay.run(), () -> replay.run(directory, rate, stopping));
      ended.put("exit", exit(result).name());
      ended.set("report", new ReplayResultReport(result, directory).json());
    } catch (CancellationException e) {
      ended.put("exit", CommandExit.INTERRUPTED.name());
      ended.putObject("report").put("published", 0);
    } finally {
      removeIfEmpty(source);
    }
    return ended;
  }

  /** A plan that was never begun would be in the way of the next one. */
  private ReplayResult logged(String run, Supplier<ReplayResult> work) {
    AtomicBoolean isBegun = new AtomicBoolean();
    try {
      return log.act(
          Logged.decision(by, run, "replay", source.target(), source.inWords(), plan.events()),
          () -> {
            isBegun.set(true);
            return work.get();
          },
          this::exit,
          ReplayResult::published);
    } finally {
      if (!isBegun.get()) {
        OutboxReplay.discard(source.directory());
      }
    }
  }

  private CommandExit exit(ReplayResult result) {
    boolean isWhole = plan.lanesWaiting() + plan.gone() + plan.notConfigured() == 0;
    return isWhole && result.isFinished() && result.parked() == 0 && result.gone() == 0
        ? CommandExit.DONE
        : CommandExit.INCOMPLETE;
  }

  private void checkUnchanged() {
    if (!OutboxReplay.fingerprint(source.directory()).equals(fingerprint)) {
      OutboxReplay.discard(source.directory());
      throw new OperatorException(
          Kind.ACCESS, "what would be published has changed since it was shown: open it again");
    }
  }
}
