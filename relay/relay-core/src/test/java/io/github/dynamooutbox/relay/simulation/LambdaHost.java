package io.github.dynamooutbox.relay.simulation;

/** An event source mapping and its function. */
final class LambdaHost implements Host {
  private final World world;
  private final LambdaFunction function;

  LambdaHost(World world) {
    this.world = world;
    this.function = new LambdaFunction(world);
  }

  @Override
  public void open(SimShard shard, Runnable finished) {
    new LambdaShard(world, function, shard, finished).poll();
  }

  @Override
  public void deploy() {
    // The next invocation gets a container of the new release.
  }
}
