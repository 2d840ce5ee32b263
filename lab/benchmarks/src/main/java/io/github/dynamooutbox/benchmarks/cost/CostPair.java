package io.github.dynamooutbox.benchmarks.cost;

import java.util.Optional;

/**
 * The cost of a request on both sides, in two consecutive rounds.
 *
 * @param name the case
 * @param nanos CPU time of the library's request
 * @param handNanos CPU time of the hand-written one
 */
record CostPair(String name, double nanos, double handNanos, double bytes, double handBytes) {
  private static final String MARK = "pair";
  private static final int FIELDS = 6;

  double cpuRatio() {
    return nanos / handNanos;
  }

  double bytesRatio() {
    return bytes / handBytes;
  }

  /** The pair as a line, for another JVM to parse. */
  String line() {
    return String.join(
        "\t",
        MARK,
        name,
        Double.toString(nanos),
        Double.toString(handNanos),
        Double.toString(bytes),
        Double.toString(handBytes));
  }

  /** Empty if the line is not a pair. */
  static Optional<CostPair> parse(String line) {
    String[] fields = line.split("\t", -1);
    return fields.length == FIELDS && fields[0].equals(MARK)
        ? Optional.of(
            new CostPair(
                fields[1],
                Double.parseDouble(fields[2]),
                Double.parseDouble(fields[3]),
                Double.parseDouble(fields[4]),
                Double.parseDouble(fields[5])))
        : Optional.empty();
  }
}
