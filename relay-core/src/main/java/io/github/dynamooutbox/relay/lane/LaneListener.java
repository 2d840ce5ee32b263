package io.github.dynamooutbox.relay.lane;

import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;

/** Is told, on the relay's loop, what becomes of the deliveries to a target. */
public interface LaneListener {
  void published(Delivery delivery);

  void retried(Delivery delivery, String code, String message);

  /** The target will never take the delivery. */
  void rejected(Delivery delivery, String code, String message);

  /** The delivery is durably parked. */
  void parked(Delivery delivery, ParkedEvent.Cause cause);

  void batchSent(String target, int entries, long bytes);

  /** Nothing at or behind this position may be started any more. */
  void halted(StreamPosition position, String reason, String message);

  /** Deliveries of this lane were given up unsent; nothing else of it may be started. */
  void dropped(LaneKey lane);

  /** Something is finished or due: there may be room for more, or nothing left to do. */
  void moved();
}
