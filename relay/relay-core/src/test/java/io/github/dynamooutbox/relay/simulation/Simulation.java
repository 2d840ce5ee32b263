package io.github.dynamooutbox.relay.simulation;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** One seed: a history, a host, faults, and the guarantees checked all the way to the end. */
final class Simulation {
  private static final long MOST_STEPS = 5_000_000;

  private static final long STREAM_KEEPS = 24 * 60 * SimTime.MINUTES;

  private final long seed;
  private final World world;
  private final Operator operator;
  private final Host host;
  private int openShards;

  private Simulation(long seed, boolean traced, Consumer<Plan> tuning) {
    this.seed = seed;
    this.world = new World(seed, traced, tuning);
    this.operator = new Operator(world);
    this.host = world.plan.kcl ? new KclHost(world) : new LambdaHost(world);
  }

  /**
   * What a seed came to.
   *
   * @param longestDelays by target, from a commit until its event was accepted
   */
  record Result(
      Map<String, Long> covered,
      int hash,
      long steps,
      long records,
      List<Duration> longestDelays) {}

  /** Runs a seed; throws a {@link Violation} that says how to see it again. */
  static Result run(long seed) {
    return run(seed, plan -> {});
  }

  /** The same for a plan of which some is decided by hand. */
  static Result run(long seed, Consumer<Plan> tuning) {
    return new Simulation(seed, Boolean.getBoolean("simulation.trace"), tuning).run();
  }

  private Result run() {
    try {
      plan();
      operator.start();
      if (world.plan.relayStartsAt > 0) {
        world.cover(Coverage.RELAY_DOWN_FOR_LONG);
      }
      openShards = world.history.roots.size();
      world.time.after(
          world.plan.relayStartsAt,
          () -> {
            openShards -= world.history.roots.size();
            world.history.roots.forEach(this::open);
          });
      finish();
      world.ledger.atTheEnd();
    } catch (Throwable failure) {
      throw explained(failure);
    }
    if (world.trace.isKept()) {
      System.out.println(story());
    }
    return new Result(
        world.covered,
        world.trace.hash(),
        world.time.steps(),
        world.history.commits.size(),
        Stream.of(world.services).map(TargetService::longestDelay).toList());
  }

  private void plan() {
    Plan plan = world.plan;
    for (int i = 0; i < plan.releases.size(); i++) {
      int release = i + 1;
      world.time.after(
          plan.releases.get(i),
          () -> {
            world.cover(Coverage.DEPLOYMENT);
            world.trace("world", () -> "release " + release + " is rolled out");
            if (!plan.configurations.get(release).equals(plan.configurations.get(release - 1))) {
              world.cover(Coverage.CONFIGURATION_CHANGED);
            }
            world.release(release);
            host.deploy();
          });
    }
    world.time.after(
        plan.calmAt,
        () -> {
          world.trace("world", () -> "is calm from now on");
          world.faults.calm();
        });
    if (plan.weather == Weather.LATE) {
      world.cover(Coverage.TARGET_TOO_SLOW_FOR_THE_STREAM);
      world.history.commits.forEach(
          commit ->
              world.time.after(
                  commit.visibleAt + STREAM_KEEPS, () -> world.ledger.trimmed(commit)));
    }
  }

  private void open(SimShard shard) {
    openShards++;
    host.open(shard, () -> finished(shard));
  }

  private void finished(SimShard shard) {
    openShards--;
    List<SimShard> children = shard.children;
    children.forEach(this::open);
  }

  private void finish() {
    while (openShards > 0 || !world.faults.isCalm()) {
      step();
    }
    operator.stop();
    while (step() || operator.redriveRest()) {}
  }

  private boolean step() {
    SimTime.Task task = world.time.next();
    if (task == null) {
      world.check(openShards == 0, () -> "nothing happens any more and shards are unfinished");
      return false;
    }
    if (task.process() == null) {
      task.run();
    } else {
      task.process().run(task);
    }
    world.rethrow();
    world.check(world.time.steps() < MOST_STEPS, () -> "it does not come to an end");
    return true;
  }

  private AssertionError explained(Throwable failure) {
    String again =
        "./mvnw -pl :relay-core -am test -Dtest=SimulationTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dsimulation.seed="
            + seed
            + " -Dsimulation.trace=true";
    return new AssertionError(
        "seed %d: %s%n  again, with a trace: %s%n  %s%n  %s%n%s"
            .formatted(seed, failure, again, world.plan, world.faults, world.trace.text()),
        failure);
  }

  private String story() {
    return "seed %d%n  %s%n  %s%n%s".formatted(seed, world.plan, world.faults, world.trace.text());
  }
}
