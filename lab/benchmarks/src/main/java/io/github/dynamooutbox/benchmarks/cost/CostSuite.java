package io.github.dynamooutbox.benchmarks.cost;

import java.util.List;

/**
 * The contests of one command. Instantiated by its public no-argument constructor, in each JVM that
 * measures them.
 */
public interface CostSuite {
  List<CostContest> contests();
}
