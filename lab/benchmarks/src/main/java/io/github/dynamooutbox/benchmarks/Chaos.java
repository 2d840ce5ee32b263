package io.github.dynamooutbox.benchmarks;

import io.github.dynamooutbox.benchmarks.EmbeddedSystem.RelayHost;
import io.github.dynamooutbox.benchmarks.LambdaChaos.Round;
import java.util.List;
import java.util.function.ToIntFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Plays rounds of chaos on Lambda, and prints what came of each. */
@Command(
    name = "chaos",
    description = "kills, stops and cuts off the function and its consumer under load")
final class Chaos extends Benchmark {
  @Mixin private PackagedFunction function = new PackagedFunction();

  @Option(names = "--relay", required = true, description = "lambda or kcl")
  private RelayHost host = RelayHost.LAMBDA;

  @Option(
      names = "--rounds",
      defaultValue = "100",
      description = "number of rounds, of about 10 seconds each (default: ${DEFAULT-VALUE})")
  private int rounds;

  @Option(
      names = "--seed",
      defaultValue = "1",
      description = "random seed of the faults and their timing (default: ${DEFAULT-VALUE})")
  private long seed;

  @Override
  boolean measure() throws InterruptedException {
    if (host == RelayHost.KCL) {
      throw new IllegalArgumentException("--relay kcl must come before other options");
    }
    print("seed %d%n", seed);
    try (LambdaChaos chaos = new LambdaChaos(function.jar(), seed)) {
      List<Round> played = chaos.play(shortOr(1, rounds), round -> print("%s%n", round));
      print(
          "%d rounds, %d events, published twice %d, of at most %d. ",
          played.size(),
          sum(played, Round::arrived),
          sum(played, Round::twice),
          sum(played, Round::inFlight));
      return bound(
          "lost 0, out of order 0, twice <= in flight, effects once",
          played.stream().allMatch(Round::holds));
    }
  }

  private static int sum(List<Round> all, ToIntFunction<Round> figure) {
    return all.stream().mapToInt(figure).sum();
  }
}
