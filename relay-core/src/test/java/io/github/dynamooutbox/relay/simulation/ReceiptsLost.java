package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.observe.RelayObserver;

/** Remembers whether a process could not write a receipt, and said so. */
record ReceiptsLost(SimProcess process) implements RelayObserver {
  @Override
  public void lost(String what, int events, String code) {
    process.lostReceipts |= what.equals("receipt");
  }
}
