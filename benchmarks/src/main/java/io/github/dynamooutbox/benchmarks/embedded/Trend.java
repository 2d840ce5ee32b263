package io.github.dynamooutbox.benchmarks.embedded;

import java.util.List;

/**
 * Whether a figure stays as it is: the line of least squares through the last two thirds of what
 * was seen. The first third is the warm-up.
 *
 * @param mean of the last two thirds
 * @param rise of the line from its begin to its end
 */
record Trend(double mean, double rise) {
  /** Of figures at equal distances, at least three. */
  static Trend of(List<Double> figures) {
    List<Double> seen = figures.subList(figures.size() / 3, figures.size());
    double middle = (seen.size() - 1) / 2.0;
    double mean = seen.stream().mapToDouble(each -> each).average().orElseThrow();
    double products = 0;
    double squares = 0;
    for (int i = 0; i < seen.size(); i++) {
      products += (i - middle) * (seen.get(i) - mean);
      squares += (i - middle) * (i - middle);
    }
    double slope = squares > 0 ? products / squares : 0;
    return new Trend(mean, slope * (seen.size() - 1));
  }

  /**
   * Whether it rises by no more than a share of its mean, or by no more than this.
   *
   * @param share of the mean
   * @param least a rise that is never too much
   */
  boolean isFlat(double share, double least) {
    return rise <= Math.max(share * mean, least);
  }
}
