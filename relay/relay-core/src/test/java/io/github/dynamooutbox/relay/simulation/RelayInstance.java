package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.Relay;
import io.github.dynamooutbox.relay.RelayBuilder;
import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.queue.ParkingPolicy;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.ShardRelay;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a process relays, one run at a time. A relay keeps nothing between two runs but its settings,
 * so each run gets one whose clients are its own: it may still call them when the next has begun.
 */
final class RelayInstance {
  private final World world;
  private final SimProcess process;
  private Run run;

  RelayInstance(World world, SimProcess process) {
    this.world = world;
    this.process = process;
  }

  /**
   * Opens a relay for a shard.
   *
   * @param from the place in the shard from which on it gets records
   * @param since the step in which it was decided what it gets
   */
  ShardRelay open(SimShard shard, int from, long since) {
    run = new Run(process, shard, world.newName(process.name() + "/run"), from, since);
    ShardRelay opened = relay(run).open(shard.name());
    process.watch(new ProgressRule(world, run, opened));
    return opened;
  }

  Run run() {
    return run;
  }

  private Relay relay(Run opening) {
    List<Target<?>> targets = new ArrayList<>();
    for (TargetService service : world.services) {
      targets.add(new TargetClient(world, service, opening));
    }
    Plan plan = world.plan;
    ReleasePlan configuration = plan.configurations.get(process.release());
    TableClients table = new TableClients(world, opening);
    RelayBuilder builder =
        Relay.builder(targets, world.routes.rules(process.release()), process)
            .regions(Set.of(Items.OUR_REGION))
            .parking(policy(configuration, new QueueClient(world, opening)))
            .window(configuration.windowEvents(), configuration.windowBytes())
            .backoff(new Backoff(plan.backoffBase, plan.backoffCap, world.dice.generator()))
            .clock(process)
            .observer(new Seen(world, opening));
    if (plan.remembersAhead) {
      builder.finishedAhead(table);
    }
    if (plan.writesReceipts) {
      builder.receipts(table);
    }
    return builder.build();
  }

  private static ParkingPolicy policy(ReleasePlan configuration, QueueClient queues) {
    return switch (configuration.policy()) {
      case HALT -> ParkingPolicy.halt();
      case PARK -> new ParkingPolicy(Optional.of(queues), true, configuration.blocked());
      case PARK_BLOCKED_ONLY ->
          new ParkingPolicy(Optional.of(queues), false, configuration.blocked());
    };
  }

  /** What a run reports. */
  private record Seen(World world, Run run) implements RelayObserver {
    @Override
    public void observe(RelayEvent event) {
      if (event instanceof RelayEvent.Parked it && !it.target().equals(LaneKey.ALL_TARGETS)) {
        int mask = world.mask(it.target());
        for (Handling handling : world.history.event(it.envelope().event().id()).handlings) {
          handling.booked |= handling.run == run && handling.parked && handling.target == mask;
        }
      } else if (event instanceof RelayEvent.ParkedUnreadable) {
        world.cover(Coverage.UNREADABLE_TOLD);
      } else if (event instanceof RelayEvent.Skipped it) {
        if (it.reason() == RelayEvent.SkipReason.DROPPED) {
          world.cover(Coverage.DROPPED_BY_RULE);
        }
      } else if (event instanceof RelayEvent.FinishedBefore) {
        world.cover(Coverage.AHEAD_USED);
      } else if (event instanceof RelayEvent.Inverted) {
        world.cover(Coverage.INVERSION);
      } else if (event instanceof RelayEvent.Halted it) {
        world.cover(Coverage.HALT);
        world.trace(run, () -> "halts at " + it.position() + ": " + it.reason());
        if (run.haltedAt.isEmpty() || it.position().compareTo(run.haltedAt.get()) < 0) {
          run.haltedAt = Optional.of(it.position());
        }
      }
    }
  }
}
