package io.github.dynamooutbox.relay.internal.lane;

/** How a target's lanes go on. Belongs to the relay's loop. */
interface Turns {
  /** A delivery is finished. */
  void finished(Delivery delivery);

  /** It is the turn of this delivery, which is not parked after all. */
  void again(Delivery delivery);

  /** A delivery can neither be published nor parked: the relay has to halt there. */
  void impossible(Delivery delivery, String reason, String message);

  /** A delivery, and what stands behind it in its lane, is left for another run. */
  void drop(Delivery delivery);

  /** Whether the relay has halted at or before a delivery. */
  boolean isStopped(Delivery delivery);
}
