package io.github.dynamooutbox.relay.internal.lane;

/** How deliveries end or continue in the lanes of a target. Confined to the relay's event loop. */
interface Turns {
  /** A delivery is finished. */
  void finished(Delivery delivery);

  /** A delivery to an ordered target is not parked behind others after all: it is its turn. */
  void again(Delivery delivery);

  /** A delivery can neither be published nor parked: the relay has to halt there. */
  void impossible(Delivery delivery, String reason, String message);

  /** A delivery, with what is behind it in its lane, is left for another run. */
  void drop(Delivery delivery);

  /** Whether the relay has halted at or before a delivery. */
  boolean isStopped(Delivery delivery);
}
