package io.github.dynamooutbox.benchmarks.relay;

/**
 * One row: what is published.
 *
 * @param aggregates the number of aggregates, which the events belong to in turn
 * @param kilobytes the size of each event's payload
 * @param targets the number of targets that each event goes to
 * @param shards the number of the worker's shards, which the aggregates are divided among
 */
record GrowthCase(int aggregates, int kilobytes, int targets, int shards) {
  int of(String dimension) {
    return switch (dimension) {
      case "aggregates" -> aggregates;
      case "KB payload" -> kilobytes;
      case "targets" -> targets;
      case "shards" -> shards;
      default -> throw new IllegalArgumentException(dimension);
    };
  }
}
