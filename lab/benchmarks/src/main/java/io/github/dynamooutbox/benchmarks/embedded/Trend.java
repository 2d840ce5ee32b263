package io.github.dynamooutbox.benchmarks.embedded;

import java.util.List;

/**
 * The trend of a figure: the least-squares line through the last two thirds of its samples. The
 * first third is the warm-up.
 *
 * @param mean the mean of the last two thirds
 * @param rise the rise of the line from its beginning to its end
 */
record Trend(double mean, double rise) {
  /** The trend of equally spaced samples, at least three. */
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
   * Whether the figure rises by no more than a share of its mean, or by no more than {@code least}.
   *
   * @param share the allowed rise as a share of the mean
   * @param least a rise that is always allowed
   */
  boolean isFlat(double share, double least) {
    return rise <= Math.max(share * mean, least);
  }
}
