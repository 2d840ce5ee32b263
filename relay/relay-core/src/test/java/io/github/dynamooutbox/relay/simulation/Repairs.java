package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.simulation.Commit.Kind;

/** Somebody has corrected the parked copies of what could not be read. */
record Repairs(World world) {
  Segment repaired(Segment segment) {
    return new Segment(
        segment.queue(),
        segment.number(),
        segment.append(),
        segment.index(),
        segment.events().stream().map(this::repaired).toList());
  }

  private ParkedEvent repaired(ParkedEvent parked) {
    Commit commit = world.history.commit(parked.place().record());
    if (commit.kind == Kind.EVENTS
        || world.isBroken(commit.events.get(0))
        || !world.plan.repairsParked) {
      return parked;
    }
    world.cover(Coverage.REPAIRED);
    return new ParkedEvent(
        parked.place(),
        parked.cause(),
        parked.attempts(),
        commit.readable.newImage().orElseThrow(),
        parked.published());
  }
}
