package io.github.dynamooutbox.cli.internal.act;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.control.LoggedDecision;
import io.github.dynamooutbox.aws.host.ConfiguredRedrive;
import io.github.dynamooutbox.cli.internal.output.Counts;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Identity;
import io.github.dynamooutbox.cli.internal.session.Interruption;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.operations.operate.AwsFailures;
import io.github.dynamooutbox.operations.operate.OutboxOperator;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.redrive.Purge;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Discards everything that is parked for a target, also one that is no longer configured. */
public record PurgeAct(RelayConfig config, OutboxOperator operator, String target) {
  /** How to continue a purge that was ended. */
  public static final String GO_ON =
      "Each event has left its queue completely or not at all. Run the same command again to"
          + " continue.";

  /** Upper bound for requests under way and for the release of empty queues. */
  private static final Duration TO_STOP = Duration.ofSeconds(60);

  /** What is parked for the target. */
  public List<QueueSummary> queues() {
    return operator.parked().stream()
        .filter(queue -> queue.queue().target().equals(target))
        .toList();
  }

  /** Asks for confirmation. */
  public String question(long events) {
    return "Discard %s for %s for good?".formatted(Counts.of(events, "event"), target);
  }

  /**
   * Discards what was parked by a time. Ctrl-C ends it.
   *
   * @param output where Ctrl-C leaves a note on how to continue
   * @param looked when somebody last looked at what there is
   * @param about how many events there were then
   * @param progress receives how many were discarded, and may end it
   */
  public Purge.Result run(
      Output output,
      Instant looked,
      long about,
      WaysOut.Decision decision,
      AuditProgress progress) {
    AtomicLong discarded = new AtomicLong();
    try (ConfiguredRedrive redrive = ConfiguredRedrive.open(config, RelayObserver.NONE);
        Interruption interruption = new Interruption(output, TO_STOP, GO_ON)) {
      Purge.Watch watch =
          new Purge.Watch() {
            @Override
            public boolean goesOn() {
              return !interruption.isWanted() && !progress.isStopWanted();
            }

            @Override
            public void discarded(int events) {
              progress.at("events discarded", discarded.addAndGet(events), about);
            }
          };
      String run = Identity.ofRun();
      return new Logged(operator, output)
          .act(
              new LoggedDecision.Decision(
                  decision.by(),
                  run,
                  "purge",
                  Optional.of(target),
                  "for " + target,
                  about,
                  Optional.of(decision.reason())),
              () ->
                  AwsFailures.await(
                      config.control().orElseThrow().described(),
                      redrive.purge().run(run, target, looked, decision, watch)),
              PurgeAct::exit,
              Purge.Result::events);
    }
  }

  /** The exit code for a result. */
  public static CommandExit exit(Purge.Result result) {
    return result.isComplete() ? CommandExit.DONE : CommandExit.INCOMPLETE;
  }
}
