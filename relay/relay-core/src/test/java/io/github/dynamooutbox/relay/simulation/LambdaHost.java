package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** An event source mapping and its function. */
final class LambdaHost implements Host {
  private final World world;
  private final LambdaFunction function;

  LambdaHost(World world) {
    this.world = world;
    this.function = new LambdaFunction(world);
  }

  @Override
  public void open(SimShard shard, Runnable finished) {
    new LambdaShard(world, function, shard, finished).poll();
  }

  @Override
  public void deploy() {
    // The next invocation gets a container of the new release.
  }

  /**
   * One shard as an event source mapping works it off: batch by batch from the checkpoint, with
   * partial responses, retries without end, bisecting, and an invocation that is given up after its
   * time while it may still do something.
   */
  private static final class LambdaShard {
    private static final long MARGIN = SimTime.SECONDS;
    private static final long LONGEST_DELAY = SimTime.MINUTES;

    private final World world;
    private final LambdaFunction function;
    private final SimShard shard;
    private final Runnable finished;

    /** Ends of the parts of a batch that was halved, the next part first. */
    private final Deque<Integer> parts = new ArrayDeque<>();

    private int next;
    private int failures;
    private int attempt;

    LambdaShard(World world, LambdaFunction function, SimShard shard, Runnable finished) {
      this.world = world;
      this.function = function;
      this.shard = shard;
      this.finished = finished;
    }

    void poll() {
      if (next == shard.commits.size()) {
        world.trace(shard.name(), () -> "is finished");
        finished.run();
        return;
      }
      while (!parts.isEmpty() && parts.peekFirst() <= next) {
        parts.removeFirst();
      }
      long now = world.time.now();
      int size =
          parts.isEmpty()
              ? shard.visible(next, world.plan.batchSize, now)
              : parts.peekFirst() - next;
      if (size == 0) {
        world.time.after(shard.commits.get(next).visibleAt - now, this::poll);
      } else {
        invoke(next + size);
      }
    }

    private void invoke(int to) {
      int from = next;
      if (failures > 0) {
        world.cover(Coverage.REDELIVERED);
      }
      int invocation = ++attempt;
      LambdaFunction.Container container = function.container(failures > 0);
      SimProcess process = container.process();
      List<StreamRecord> records = new ArrayList<>(to - from);
      for (int i = from; i < to; i++) {
        records.add(world.seenBy(process.release(), shard.commits.get(i)));
      }
      long since = world.time.steps();
      process.onDeath(() -> world.time.after(world.faults.latency(), () -> failed(invocation, to)));
      process.hostLater(
          world.faults.latency(),
          () -> {
            Invocation run =
                new Invocation(
                    world,
                    process,
                    container.relay(),
                    shard,
                    from,
                    since,
                    end -> respond(invocation, container, end, to));
            world.trace(
                run.run(),
                () -> "gets " + records.size() + " records from " + records.get(0).position());
            run.run().batchEnds.add(to);
            run.start(records, Math.max(world.plan.invocationTime - MARGIN, MARGIN / 2));
          });
      world.time.after(
          world.plan.invocationTime + MARGIN, () -> timeOut(invocation, container, to));
    }

    private void respond(
        int invocation, LambdaFunction.Container container, Optional<StreamPosition> end, int to) {
      Run run = container.relay().run();
      if (invocation != attempt) {
        return;
      }
      if (!container.process().reachesOut(Call.RESPONSE)) {
        return;
      }
      if (world.faults.responseLost()) {
        world.cover(Coverage.RESPONSE_LOST);
        container.process().die("before the response is out");
        return;
      }
      int place = end.map(shard::placeOf).orElse(to);
      world.check(
          next <= place && place <= to,
          () -> run + " answers with a place outside its batch: " + end);
      world.ledger.passing(run, shard, next, place);
      run.reported(end);
      attempt++;
      next = place;
      function.free(container);
      if (end.isPresent()) {
        world.cover(Coverage.PARTIAL_RESPONSE);
        failures++;
        if (world.dice.chance(0.5)) {
          parts.addFirst(to);
        }
        retry();
      } else {
        failures = 0;
        poll();
      }
    }

    private void timeOut(int invocation, LambdaFunction.Container container, int to) {
      if (invocation == attempt) {
        SimProcess process = container.process();
        if (world.plan.zombies && process.isAlive() && world.dice.chance(0.7)) {
          world.cover(Coverage.OVERLAP);
          world.trace(process, () -> "is given up and lives on");
          process.onDeath(() -> {});
          world.time.after(world.dice.between(0, 2 * SimTime.MINUTES), process::stop);
        } else {
          process.stop();
        }
        failed(invocation, to);
      }
    }

    private void failed(int invocation, int to) {
      if (invocation != attempt) {
        return;
      }
      attempt++;
      failures++;
      int size = to - next;
      if (world.plan.bisects && size > 1) {
        world.cover(Coverage.BISECT);
        parts.addFirst(to);
        parts.addFirst(next + size / 2);
      } else if (world.dice.chance(0.5)) {
        parts.addFirst(to);
      }
      retry();
    }

    private void retry() {
      long most = Math.min(LONGEST_DELAY, (100 * SimTime.MILLIS) << Math.min(failures, 20));
      world.time.after(world.dice.between(0, most), this::poll);
    }
  }
}
