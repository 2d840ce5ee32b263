package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.stream.ShardRelay;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * What a function does with one batch: submit it, wait until it is settled or the time is nearly
 * up, close, and answer with the first unfinished position.
 */
final class Invocation {
  private static final long CLOSING = 600 * SimTime.MILLIS;

  private final World world;
  private final SimProcess process;
  private final Consumer<Optional<StreamPosition>> answer;
  private final ShardRelay relay;
  private final Run run;
  private CompletionStage<Void> settled;
  private boolean stopping;
  private boolean answered;

  Invocation(
      World world,
      SimProcess process,
      RelayInstance instance,
      SimShard shard,
      int from,
      long since,
      Consumer<Optional<StreamPosition>> answer) {
    this.world = world;
    this.process = process;
    this.answer = answer;
    this.relay = instance.open(shard, from, since);
    this.run = instance.run();
  }

  Run run() {
    return run;
  }

  void start(List<StreamRecord> records, long time) {
    then(relay.submit(records));
    settled = relay.settled();
    settled.whenComplete((done, failure) -> process.hostLater(0, this::settled));
    process.hostLater(time, this::timeIsUp);
  }

  private static void then(CompletionStage<?> stage) {
    if (stage.toCompletableFuture().isCompletedExceptionally()) {
      throw new Violation("submit fails");
    }
  }

  private void settled() {
    if (!stopping) {
      HaltRule.settled(world, run, relay.firstUnfinished());
      stop();
    }
  }

  private void timeIsUp() {
    if (!stopping) {
      world.cover(Coverage.TIMEOUT);
      world.check(
          settled.toCompletableFuture().isDone() || process.isBusy(),
          () -> run + " has nothing left to do and is not settled");
      stop();
    }
  }

  private void stop() {
    stopping = true;
    run.closing = true;
    CompletionStage<Optional<StreamPosition>> closed = relay.close();
    closed.whenComplete((end, failure) -> process.hostLater(0, () -> closed(end)));
    process.hostLater(CLOSING, () -> answer(relay.firstUnfinished()));
  }

  private void closed(Optional<StreamPosition> end) {
    run.closed(end, world.time.steps());
    answer(end);
  }

  private void answer(Optional<StreamPosition> end) {
    if (!answered) {
      answered = true;
      world.trace(run, () -> "answers " + end.map(Object::toString).orElse("all done"));
      answer.accept(end);
    }
  }
}
