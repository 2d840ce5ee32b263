package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.cli.internal.session.Targets;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.operations.operate.StreamFollower;
import io.github.dynamooutbox.operations.replay.EventSelection;
import io.github.dynamooutbox.relay.Routing;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows events while they are committed. */
@Command(
    name = "tail",
    description = {
      "Shows events as they are committed, and which targets their routes name, until Ctrl-C. Reads"
          + " the table's stream alongside the relay, once a second: DynamoDB recommends at most"
          + " two readers of a stream.",
      ""
    })
public final class TailCommand extends OutboxCommand {
  private static final Duration BETWEEN_POLLS = Duration.ofSeconds(1);

  @Mixin private final EventOptions events = new EventOptions();

  @Option(
      names = "--aggregate",
      paramLabel = "TYPE#ID",
      description = "Only events of this aggregate.")
  private Optional<String> aggregate = Optional.empty();

  @Option(
      names = "--target",
      paramLabel = "NAME",
      description = "Only events routed to this target.")
  private Optional<String> target = Optional.empty();

  @Option(names = "--limit", paramLabel = "N", description = "Ends after this many events.")
  private Optional<Long> limit = Optional.empty();

  @Mixin private final PayloadOptions payload = new PayloadOptions();

  @Override
  protected CommandExit run(Session session) {
    Targets.check(session.config(), "--target", target);
    aggregate.ifPresent(name -> Aggregates.check("--aggregate", name));
    EventSelection selection =
        events.selection(aggregate, Optional.empty(), Optional.empty(), Optional.empty());
    Optional<Function<Payload, String>> view = payload.view();
    long most = most();
    Routing routing = new Routing(session.config().rules());
    StreamFollower follower = session.operator().follow();
    session.output().note("Waiting for events. Ctrl-C ends it.");
    long shown = 0;
    long gaps = 0;
    while (true) {
      List<Envelope> read = follower.poll();
      if (follower.gaps() > gaps) {
        gaps = follower.gaps();
        session
            .output()
            .note(
                "The stream deletes records after 24 hours, and has deleted some that were not read"
                    + " here: events are missing above. 'list' shows what is in the table.");
      }
      for (Envelope event : read) {
        Optional<Set<String>> routed = routing.targets(event);
        if (selection.includes(event.record(), event.event()) && isRouted(routed)) {
          session.output().item(new TailReport(event, routed, view));
          shown++;
          if (shown == most) {
            return CommandExit.DONE;
          }
        }
      }
      if (!slept()) {
        return CommandExit.INTERRUPTED;
      }
    }
  }

  private long most() {
    long most = limit.orElse(Long.MAX_VALUE);
    if (most < 1) {
      throw new OperatorException(Kind.INPUT, "--limit %d: must be at least 1".formatted(most));
    }
    return most;
  }

  private boolean isRouted(Optional<Set<String>> routed) {
    return target.map(name -> routed.orElse(Set.of()).contains(name)).orElse(true);
  }

  private static boolean slept() {
    try {
      Thread.sleep(BETWEEN_POLLS.toMillis());
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
