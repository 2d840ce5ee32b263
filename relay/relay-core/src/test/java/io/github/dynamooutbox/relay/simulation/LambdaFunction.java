package io.github.dynamooutbox.relay.simulation;

import java.util.ArrayList;
import java.util.List;

/** The function's containers: some are warm, some die, a new release gets new ones. */
final class LambdaFunction {
  /** One container, with the relay that it keeps from one invocation to the next. */
  record Container(SimProcess process, RelayInstance relay) {}

  private final World world;
  private final List<Container> idle = new ArrayList<>();

  LambdaFunction(World world) {
    this.world = world;
  }

  Container container(boolean afterFailure) {
    idle.removeIf(each -> !each.process().isAlive());
    idle.stream()
        .filter(each -> each.process().release() != world.release())
        .forEach(each -> each.process().stop());
    idle.removeIf(each -> !each.process().isAlive());
    if (!idle.isEmpty() && world.dice.chance(0.7)) {
      return idle.remove(world.dice.between(0, idle.size() - 1));
    }
    if (afterFailure) {
      world.cover(Coverage.COLD_RETRY);
    }
    SimProcess process = new SimProcess(world, world.newName("container"), world.release());
    return new Container(process, new RelayInstance(world, process));
  }

  void free(Container container) {
    container.process().onDeath(() -> {});
    idle.add(container);
  }
}
