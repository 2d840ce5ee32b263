package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.aws.control.LoggedDecision;
import io.github.dynamooutbox.cli.internal.act.AuditAct;
import io.github.dynamooutbox.cli.internal.act.Logged;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Confirmation;
import io.github.dynamooutbox.cli.internal.session.Identity;
import io.github.dynamooutbox.cli.internal.session.Interruption;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.cli.internal.session.Targets;
import io.github.dynamooutbox.operations.archive.S3Archive;
import io.github.dynamooutbox.operations.audit.AuditRequest;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.operations.replay.EventSelection;
import io.github.dynamooutbox.operations.replay.OutboxReplay;
import io.github.dynamooutbox.operations.replay.ReplayPlan;
import io.github.dynamooutbox.operations.replay.ReplayResult;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Publishes again what is in the table. */
@Command(
    name = "replay",
    description = {
      "Publishes again what is in the table: what an audit has found missing (--audit,"
          + " --missing), or what --aggregate, --type, --tenant, --id, --from and --to select,"
          + " published or not; with --from-archive, what they select from an archive. Events pass"
          + " the relay's lanes in the order of their aggregate, and have the header 'replay'.",
      ""
    })
public final class ReplayCommand extends OutboxCommand {
  /** Upper bound for finishing what is under way and for saving the state. */
  public static final Duration TO_STOP = Duration.ofSeconds(20);

  @Option(
      names = "--audit",
      paramLabel = "DIR",
      description = "What the audit in this directory found missing.")
  private Optional<Path> audit = Optional.empty();

  @Option(
      names = "--missing",
      description = "Runs an audit, with its options, and publishes what it finds missing.")
  private boolean missing;

  @Option(
      names = "--from-archive",
      paramLabel = "s3://BUCKET/PREFIX",
      description = "Takes events from this archive. Needs --from.")
  private Optional<String> archive = Optional.empty();

  @Option(
      names = "--aggregate",
      paramLabel = "TYPE#ID",
      description = "Only events of this aggregate.")
  private Optional<String> aggregate = Optional.empty();

  @Mixin private final EventOptions events = new EventOptions();

  @Option(names = "--id", paramLabel = "ID", description = "The event with this id.")
  private Optional<String> eventId = Optional.empty();

  @Option(
      names = "--target",
      paramLabel = "NAME",
      description = "Only to this target. Default: all.")
  private Optional<String> target = Optional.empty();

  @Option(
      names = "--rate",
      paramLabel = "N",
      description = "Maximum events a second, for all targets together. Default: no limit.")
  private Optional<Double> rate = Optional.empty();

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = "Continues the interrupted replay in this directory.")
  private Optional<Path> resumed = Optional.empty();

  @Mixin private final DeciderOption by = new DeciderOption();

  @Mixin private final AuditOptions options = new AuditOptions();

  @Mixin private final Confirmation confirmation = new Confirmation();

  /** A new subdirectory of the current directory for a plan. */
  public static Path newDirectory(Instant now) {
    return AuditOptions.newDirectory("replay", now);
  }

  /** What an audit has found, in words. */
  public static String missing(Path audit, Optional<String> target) {
    return "of what the audit in %s has found missing".formatted(audit.getFileName()) + to(target);
  }

  /** What somebody has selected, in words. */
  public static String selected(
      EventSelection selection, Optional<String> archive, Optional<String> target) {
    return archive.map(" from "::concat).orElse("")
        + selection.aggregate().map(" of "::concat).orElse("")
        + selection.eventId().map(" with the id "::concat).orElse("")
        + selection.type().map(" of the type "::concat).orElse("")
        + selection.tenant().map(" of the tenant "::concat).orElse("")
        + selection.from().map(time -> " written since " + time).orElse("")
        + selection.to().map(time -> " written before " + time).orElse("")
        + to(target);
  }

  private static String to(Optional<String> target) {
    return target.map(" to "::concat).orElse("");
  }

  @Override
  protected CommandExit run(Session session) {
    by.check();
    Targets.check(session.config(), "--target", target);
    aggregate.ifPresent(name -> Aggregates.check("--aggregate", name));
    double limit = AuditOptions.limit("--rate", rate);
    checkSource();
    session.place();
    OutboxReplay replay = OutboxReplay.open(session.config(), Identity.ofRun());
    session.closeAtEnd(replay::close);
    try {
      return resumed.isPresent()
          ? resume(session, replay, resumed.get().toAbsolutePath(), limit)
          : begin(session, replay, limit);
    } catch (CancellationException e) {
      return CommandExit.INTERRUPTED;
    }
  }

  private boolean isSelected() {
    return events.isGiven() || aggregate.isPresent() || eventId.isPresent();
  }

  /** Whether the options select events, rather than ask for those that are missing. */
  private boolean selects() {
    Instant now = Instant.now();
    boolean isByTime = options.from(now).isPresent() || options.to(now).isPresent();
    return archive.isPresent() || isSelected() || (isByTime && !missing);
  }

  private void checkSource() {
    Instant now = Instant.now();
    long sources =
        Stream.of(audit.isPresent(), missing, resumed.isPresent(), selects())
            .filter(each -> each)
            .count();
    if (archive.isPresent() && options.from(now).isEmpty()) {
      throw new OperatorException(
          Kind.INPUT, "--from-archive: needs --from, because an archive may go back years");
    }
    if (sources != 1) {
      throw new OperatorException(
          Kind.INPUT,
          "say what to publish: one of --audit DIR, --missing, --resume DIR, or a selection by"
              + " --aggregate, --type, --tenant, --id, --from and --to, from the table or"
              + " --from-archive");
    }
  }

  private CommandExit begin(Session session, OutboxReplay replay, double limit) {
    Output output = session.output();
    Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    Optional<ReplayPlan> made = plan(session, replay, now);
    if (made.isEmpty()) {
      output.note("Nothing is missing: there is nothing to publish.");
      return CommandExit.DONE;
    }
    ReplayPlan plan = made.get();
    if (!output.isJson() || confirmation.isDryRun() || plan.isEmpty()) {
      output.print(new ReplayPlanReport(plan, !selects()));
    }
    boolean isWanted = false;
    try {
      if (plan.isEmpty()) {
        return nothing(plan);
      }
      if (confirmation.isDryRun()) {
        output.note("Nothing was changed: this is what would be published.");
        return CommandExit.DONE;
      }
      isWanted =
          confirmation.isGiven(session, "Publish %s?".formatted(Counts.of(plan.events(), "event")));
    } finally {
      if (!isWanted) {
        OutboxReplay.discard(plan.directory());
      }
    }
    return isWanted ? follow(session, replay, plan, now, limit) : CommandExit.DONE;
  }

  private CommandExit nothing(ReplayPlan plan) {
    if (selects() && plan.lanesWaiting() == 0) {
      throw new OperatorException(
          Kind.INPUT,
          "no %s matches, or no target gets it: change the selection"
              .formatted(archive.isPresent() ? "event in the archive" : "record in the table"));
    }
    return plan.lanesWaiting() + plan.gone() + plan.notConfigured() > 0
        ? CommandExit.INCOMPLETE
        : CommandExit.DONE;
  }

  /** Empty if an audit has found nothing. */
  private Optional<ReplayPlan> plan(Session session, OutboxReplay replay, Instant now) {
    Optional<Path> source = audit.map(Path::toAbsolutePath);
    if (missing) {
      AuditRequest request = options.request(now);
      AuditAct.Findings found = new AuditRun(session, request, options.unitsPerSecond()).run();
      if (found.report().missing() == 0) {
        return Optional.empty();
      }
      source = Optional.of(request.directory());
    }
    String nothingYet = "Nothing was published. To continue, run the same command again.";
    try (Interruption interruption = new Interruption(session.output(), TO_STOP, nothingYet);
        StepLine progress = new StepLine(session.output(), interruption)) {
      if (source.isPresent()) {
        if (!confirmation.isDryRun()) {
          replay.claim();
        }
        return Optional.of(
            replay.planMissing(source.get(), target, options.unitsPerSecond(), progress));
      }
      Path directory = options.state().orElseGet(() -> newDirectory(now));
      if (archive.isPresent()) {
        return Optional.of(planArchived(session, replay, directory, selection(now), progress));
      }
      return Optional.of(replay.planSelected(selection(now), directory, target, progress));
    }
  }

  private ReplayPlan planArchived(
      Session session,
      OutboxReplay replay,
      Path directory,
      EventSelection selection,
      StepLine progress) {
    List<String> foreign = new ArrayList<>();
    S3Archive from = S3Archive.open(archive.orElseThrow());
    session.closeAtEnd(from::close);
    ReplayPlan plan =
        replay.planArchived(from, selection, directory, target, progress, foreign::add);
    if (!foreign.isEmpty()) {
      session
          .output()
          .note(
              "Left out %,d objects that do not belong to the archive, for example %s"
                  .formatted(foreign.size(), foreign.get(0)));
    }
    return plan;
  }

  private EventSelection selection(Instant now) {
    return events.selection(aggregate, eventId, options.from(now), options.to(now));
  }

  private CommandExit resume(Session session, OutboxReplay replay, Path directory, double limit) {
    long planned = replay.planned(directory);
    String events = Counts.of(planned, "event");
    String question = "Continue with the rest of %s?".formatted(events);
    if (confirmation.isDryRun()) {
      session.output().note("Nothing was changed. The plan: %s.".formatted(events));
      return CommandExit.DONE;
    }
    return confirmation.isGiven(session, question)
        ? follow(
            session,
            replay,
            directory,
            true,
            limit,
            Logged.decision(
                by.name(),
                replay.run(),
                "replay",
                Optional.empty(),
                "of the rest of " + directory.getFileName(),
                planned))
        : CommandExit.DONE;
  }

  private CommandExit follow(
      Session session, OutboxReplay replay, ReplayPlan plan, Instant now, double limit) {
    boolean isWhole = plan.lanesWaiting() + plan.gone() + plan.notConfigured() == 0;
    String selection =
        selects() ? selected(selection(now), archive, target) : missing(plan.directory(), target);
    return follow(
        session,
        replay,
        plan.directory(),
        isWhole,
        limit,
        Logged.decision(by.name(), replay.run(), "replay", target, selection, plan.events()));
  }

  private CommandExit follow(
      Session session,
      OutboxReplay replay,
      Path directory,
      boolean isWhole,
      double limit,
      LoggedDecision.Decision decision) {
    String goOn = "To continue: outbox replay --resume " + directory;
    try (Interruption interruption = new Interruption(session.output(), TO_STOP, goOn)) {
      Function<ReplayResult, CommandExit> exit =
          result -> {
            if (interruption.isWanted() && !result.isFinished()) {
              return CommandExit.INTERRUPTED;
            }
            return result.isFinished() && isWhole && result.parked() + result.gone() == 0
                ? CommandExit.DONE
                : CommandExit.INCOMPLETE;
          };
      ReplayResult result;
      try (StepLine progress = new StepLine(session.output(), interruption)) {
        result =
            new Logged(session.operator(), session.output())
                .act(
                    decision,
                    () -> replay.run(directory, limit, progress),
                    exit,
                    ReplayResult::published);
      } catch (OperatorException e) {
        session.output().note(goOn);
        throw e;
      }
      session.output().print(new ReplayResultReport(result, directory));
      return exit.apply(result);
    }
  }
}
