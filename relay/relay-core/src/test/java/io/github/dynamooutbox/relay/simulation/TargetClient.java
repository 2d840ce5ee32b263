package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Published;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.simulation.Commit.CommittedEvent;
import io.github.dynamooutbox.relay.simulation.TargetService.Result;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** A target as one run sees it. */
final class TargetClient implements Target<TargetClient.Sent> {
  record Sent(CommittedEvent event, int bytes) implements Entry {}

  private static final Retry NO_ANSWER = new Retry("Timeout", "no answer");

  private final World world;
  private final TargetService service;
  private final Run run;

  TargetClient(World world, TargetService service, Run run) {
    this.world = world;
    this.service = service;
    this.run = run;
  }

  @Override
  public String name() {
    return service.plan.name();
  }

  @Override
  public boolean ordered() {
    return service.plan.ordered();
  }

  @Override
  public BatchLimits limits() {
    return service.plan.limits();
  }

  @Override
  public Prepared<Sent> prepare(Envelope envelope) {
    CommittedEvent event = world.history.event(envelope.event().id());
    world.check(
        envelope.event().equals(event.event)
            && envelope.key().equals(event.commit.key)
            && envelope.position().equals(event.commit.position)
            && envelope.index() == event.index,
        () -> event + " is not what was committed");
    if (world.isBroken(event) && (event.refusedBeforeSending & 1 << service.index) != 0) {
      return new Prepared.Refused<>("TOO_LARGE", "too large");
    }
    return new Prepared.Ready<>(new Sent(event, envelope.event().data().toBytes().length));
  }

  @Override
  public CompletionStage<BatchOutcome> publish(List<Sent> entries) {
    List<CommittedEvent> events = entries.stream().map(Sent::event).toList();
    keepsLimits(entries);
    CompletableFuture<BatchOutcome> answer = new CompletableFuture<>();
    long sentAt = world.time.now();
    CompletionStage<BatchOutcome> answered = answer;
    answered.whenComplete((outcome, failure) -> ended(sentAt, entries.size(), outcome));
    if (!run.process.reachesOut(Call.PUBLISH)) {
      return answer;
    }
    events.forEach(event -> world.ledger.sending(run, event, service.index));
    world.trace(run, () -> name() + ": sends " + events);
    run.inFlight[service.index]++;
    run.process.awaits();
    BatchOutcome none = BatchOutcome.all(events.size(), NO_ANSWER);
    SimTime.Task timeout =
        world.time.add(
            world.plan.requestTimeout,
            run.process,
            () -> {
              if (world.dice.chance(0.3)) {
                answer.completeExceptionally(new IllegalStateException("the client is broken"));
              }
              settle(answer, none);
            });
    long takes = service.index == 0 && !world.faults.isCalm() ? world.plan.firstTakes : 0;
    world.time.after(takes + world.faults.latency(), () -> arrive(events, answer, timeout));
    return answer;
  }

  /**
   * What a run knows of its target from this answer, or from the lack of one. An answer that does
   * not say what became of each entry says nothing.
   */
  private void ended(long sentAt, int entries, BatchOutcome outcome) {
    boolean isAccepted =
        outcome != null
            && outcome.fold(
                perEntry ->
                    perEntry.outcomes().size() == entries
                        && perEntry.outcomes().stream().allMatch(Published.class::isInstance),
                refused -> false);
    if (isAccepted) {
      run.accepted(service.index, world.time.now());
    } else {
      run.notAccepted(service.index);
      service.trouble(sentAt);
    }
  }

  private void arrive(
      List<CommittedEvent> events, CompletableFuture<BatchOutcome> answer, SimTime.Task timeout) {
    if (answer.isCancelled()) {
      world.cover(Coverage.ABORTED);
      if (world.dice.chance(0.5)) {
        return;
      }
    }
    Result result = service.take(run, events);
    world.trace(run, () -> name() + ": took " + events + " -> " + brief(result));
    result.outcome().ifPresent(outcome -> reply(result, outcome, answer, timeout));
  }

  private void reply(
      Result result,
      BatchOutcome outcome,
      CompletableFuture<BatchOutcome> answer,
      SimTime.Task timeout) {
    world.time.add(
        world.faults.latency(),
        run.process,
        () -> {
          if (timeout.isWaiting()) {
            timeout.cancel();
            if (result.truthful() && !run.closing) {
              result.accepted().forEach(handling -> handling.known = true);
            }
            settle(answer, outcome);
          }
        });
  }

  private void settle(CompletableFuture<BatchOutcome> answer, BatchOutcome outcome) {
    run.inFlight[service.index]--;
    run.process.answered();
    answer.complete(outcome);
  }

  private void keepsLimits(List<Sent> entries) {
    BatchLimits limits = limits();
    long bytes = entries.stream().mapToLong(Sent::bytes).sum();
    world.check(
        entries.size() <= limits.maxEntries()
            && run.inFlight[service.index] < limits.maxInFlight()
            && (entries.size() == 1 || bytes <= limits.maxBytes()),
        () -> run + " sends too much at once: " + entries);
    long aggregates =
        entries.stream().map(each -> each.event().commit.aggregate).distinct().count();
    world.check(
        !ordered() || aggregates == entries.size(),
        () -> run + " sends two events of a lane at once: " + entries);
  }

  private static String brief(Result result) {
    return result.outcome().map(Object::toString).orElse("no answer")
        + (result.accepted().isEmpty() ? "" : ", accepted " + result.accepted().size());
  }
}
