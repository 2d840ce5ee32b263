package io.github.dynamooutbox.relay.simulation;

/** Reads shards and hands their records to the relay. */
interface Host {
  /** Begins with a shard; {@code finished} runs once the host is past its end. */
  void open(SimShard shard, Runnable finished);

  /** A new release of relay and configuration is there. */
  void deploy();
}
