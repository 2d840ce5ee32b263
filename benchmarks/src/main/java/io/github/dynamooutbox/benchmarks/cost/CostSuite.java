package io.github.dynamooutbox.benchmarks.cost;

import java.util.List;

/**
 * The contests of one command. Made by its public constructor without parameters, in each JVM that
 * measures them.
 */
public interface CostSuite {
  List<CostContest> contests();
}
