package io.github.dynamooutbox.benchmarks.results;

/** What can be drawn. */
public interface Chart {
  /** The chart as a document in SVG. */
  String svg();
}
