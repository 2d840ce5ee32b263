package io.github.dynamooutbox.benchmarks.results;

import java.util.List;
import java.util.OptionalDouble;

/**
 * A chart with groups of bars and their quartiles, from 0.
 *
 * @param groups the groups' names on the horizontal axis
 * @param series the series, each with a bar for each group
 * @param bound the value at which a horizontal line is drawn
 */
public record BarChart(
    Captions captions, List<String> groups, List<Bars> series, OptionalDouble bound)
    implements Chart {
  private static final double GAP = 0.25;

  /** A series: the bars of one colour, with medians and quartiles. */
  public record Bars(String name, List<Spread> bars) {}

  @Override
  public String svg() {
    double highest =
        series.stream()
            .flatMap(each -> each.bars.stream())
            .mapToDouble(Spread::upper)
            .max()
            .orElse(0);
    Panel panel = new Panel(captions, Math.max(highest, bound.orElse(0)));
    panel.legend(series.stream().map(Bars::name).toList());
    double group = (double) (Panel.RIGHT - Panel.LEFT) / groups.size();
    double bar = group * (1 - GAP) / series.size();
    for (int i = 0; i < groups.size(); i++) {
      double left = Panel.LEFT + group * (i + GAP / 2);
      panel.text(left + group * (1 - GAP) / 2, Panel.BOTTOM + 20, "middle", groups.get(i));
      for (int j = 0; j < series.size(); j++) {
        draw(panel, j, series.get(j).bars.get(i), left + j * bar, bar * 0.9);
      }
    }
    bound.ifPresent(panel::bound);
    return panel.svg();
  }

  private static void draw(Panel panel, int colour, Spread bar, double x, double width) {
    double y = panel.y(bar.median());
    panel.add(
        "<rect class=\"f%d\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\"/>%n",
        colour, x, y, width, Panel.BOTTOM - y);
    double middle = x + width / 2;
    panel.add(
        "<line class=\"whisker\" x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\"/>%n",
        middle, middle, panel.y(bar.upper()), panel.y(bar.lower()));
    panel.text(middle, panel.y(bar.upper()) - 4, "middle", Panel.number(bar.median()));
  }
}
