package io.github.dynamooutbox.relay.lane;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkingLot;
import io.github.dynamooutbox.relay.park.ParkingPolicy;
import io.github.dynamooutbox.relay.park.UnparkableException;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Parks events for a shard's lanes and knows which lanes are closed. That a lane is closed is only
 * an assumption, which the parking lot confirms or denies with each event; that it is open must be
 * true. Belongs to the relay's loop.
 */
public final class LaneParking {
  /** Where things go on when the lot can never hold an event. */
  interface Never {
    /** The relay has to halt, with this reason. */
    void because(String reason, String message);
  }

  private static final String UNPARKABLE = "UNPARKABLE";

  private final ParkingPolicy policy;
  private final InstantSource clock;
  private final Repeater repeater;
  private final Set<LaneKey> closed = new HashSet<>();

  public LaneParking(ParkingPolicy policy, InstantSource clock, Repeater repeater) {
    this.policy = policy;
    this.clock = clock;
    this.repeater = repeater;
  }

  /** Whether what can never be published is parked, rather than the relay halted. */
  public boolean takesPoison() {
    return policy.parksPoison();
  }

  /** Whether the event is so old that it has to make room for others while its target fails. */
  public boolean isBlocked(Instant writtenAt) {
    return policy
        .blockedAfter()
        .filter(after -> !writtenAt.plus(after).isAfter(clock.instant()))
        .isPresent();
  }

  public boolean isClosed(LaneKey lane) {
    return closed.contains(lane);
  }

  /** Reads which of these lanes are closed, then goes on. */
  public void refresh(Collection<LaneKey> lanes, Runnable then) {
    Optional<ParkingLot> lot = policy.lot();
    if (lot.isEmpty() || lanes.isEmpty()) {
      then.run();
      return;
    }
    repeater.repeat(
        "read which lanes are closed",
        () -> lot.get().closed(lanes),
        found -> {
          closed.addAll(found);
          then.run();
        });
  }

  /** Parks an event whatever the state of its lane, then goes on. */
  void park(ParkedEvent event, Runnable then, Never never) {
    repeater.repeat(
        "park an event",
        () -> lot().park(event),
        done -> {
          closed.add(event.place().lane());
          then.run();
        },
        unparkable(never));
  }

  /** Parks an event if its lane is closed, then goes on one way or the other. */
  void parkBehind(ParkedEvent event, Runnable parked, Runnable open, Never never) {
    repeater.repeat(
        "park an event behind another",
        () -> lot().parkBehind(event),
        isParked -> {
          if (isParked) {
            parked.run();
          } else {
            closed.remove(event.place().lane());
            open.run();
          }
        },
        unparkable(never));
  }

  private static Consumer<UnparkableException> unparkable(Never never) {
    return failure -> never.because(UNPARKABLE, String.valueOf(failure.getMessage()));
  }

  private ParkingLot lot() {
    return policy.lot().orElseThrow();
  }
}
