package io.github.dynamooutbox.benchmarks.results;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A chart with curves.
 *
 * @param curves at least one, with at least one point
 * @param bound the value at which a horizontal line is drawn
 * @param logarithmic whether the horizontal axis is logarithmic instead of linear
 */
public record LineChart(
    Captions captions, List<Curve> curves, OptionalDouble bound, boolean logarithmic)
    implements Chart {
  private static final int LABEL_WIDTH = 44;

  /** A curve: its points from left to right. */
  public record Curve(String name, List<Point> points) {}

  /** A point of a curve. */
  public record Point(double x, double y) {}

  @Override
  public String svg() {
    double highest = points().mapToDouble(Point::y).max().orElse(0);
    Panel panel = new Panel(captions, Math.max(highest, bound.orElse(0)));
    panel.legend(curves.stream().map(Curve::name).toList());
    double[] all = points().mapToDouble(Point::x).distinct().sorted().toArray();
    double free = 0;
    for (double value : all) {
      double x = x(value, all);
      if (x >= free) {
        panel.text(x, Panel.BOTTOM + 20, "middle", label(value));
        free = x + LABEL_WIDTH;
      }
    }
    for (int i = 0; i < curves.size(); i++) {
      String path =
          curves.get(i).points.stream()
              .map(
                  point ->
                      String.format(Locale.ROOT, "%.1f,%.1f", x(point.x, all), panel.y(point.y)))
              .collect(Collectors.joining(" "));
      panel.add("<polyline class=\"line s%d\" points=\"%s\"/>%n", i, path);
    }
    bound.ifPresent(panel::bound);
    return panel.svg();
  }

  private Stream<Point> points() {
    return curves.stream().flatMap(curve -> curve.points.stream());
  }

  private double x(double value, double[] all) {
    double first = scale(all[0]);
    double last = scale(all[all.length - 1]);
    double share = last > first ? (scale(value) - first) / (last - first) : 0.5;
    return Panel.LEFT + 10 + (Panel.RIGHT - Panel.LEFT - 20) * share;
  }

  private double scale(double value) {
    return logarithmic ? Math.log10(value) : value;
  }

  private static String label(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : Panel.number(value);
  }
}
