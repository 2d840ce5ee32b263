package io.github.dynamooutbox.benchmarks.relay;

/**
 * What is published.
 *
 * @param aggregates to which the events belong in turns
 * @param kilobytes of each event's payload
 * @param targets to which each event goes
 * @param shards of one worker, among which the aggregates are divided
 */
record GrowthCase(int aggregates, int kilobytes, int targets, int shards) {
  GrowthCase aggregates(int other) {
    return new GrowthCase(other, kilobytes, targets, shards);
  }

  GrowthCase kilobytes(int other) {
    return new GrowthCase(aggregates, other, targets, shards);
  }

  GrowthCase targets(int other) {
    return new GrowthCase(aggregates, kilobytes, other, shards);
  }

  GrowthCase shards(int other) {
    return new GrowthCase(aggregates, kilobytes, targets, other);
  }

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
