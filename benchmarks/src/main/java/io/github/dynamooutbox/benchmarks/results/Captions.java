package io.github.dynamooutbox.benchmarks.results;

/**
 * The texts of a chart.
 *
 * @param description for those who do not see it
 * @param horizontal what is on the horizontal scale
 * @param vertical what is on the vertical scale, with its unit
 */
public record Captions(String title, String description, String horizontal, String vertical) {}
