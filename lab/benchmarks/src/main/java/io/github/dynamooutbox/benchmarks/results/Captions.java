package io.github.dynamooutbox.benchmarks.results;

/**
 * The texts of a chart.
 *
 * @param description for readers who cannot see it
 * @param horizontal the label of the horizontal axis
 * @param vertical the label of the vertical axis, with its unit
 */
public record Captions(String title, String description, String horizontal, String vertical) {}
