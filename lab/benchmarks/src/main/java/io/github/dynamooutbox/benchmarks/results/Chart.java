package io.github.dynamooutbox.benchmarks.results;

/** A chart. */
public interface Chart {
  /** The chart as an SVG document. */
  String svg();
}
