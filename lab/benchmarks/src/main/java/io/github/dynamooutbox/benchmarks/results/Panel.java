package io.github.dynamooutbox.benchmarks.results;

import java.util.List;
import java.util.Locale;

/**
 * The frame of a chart: its texts, a vertical axis from 0, and a legend. It has a background of its
 * own, so that it is readable on light and dark pages, and follows the reader's colour scheme.
 */
final class Panel {
  static final int WIDTH = 720;
  static final int LEFT = 70;
  static final int RIGHT = 680;
  static final int TOP = 70;
  static final int BOTTOM = 290;
  private static final int HEIGHT = 350;
  private static final int TICKS = 5;
  private static final List<Double> STEPS = List.of(0.1, 0.2, 0.25, 0.5, 1.0);
  private static final int LEGEND_STEP = 155;

  private static final String STYLE =
      """
      <style>
      .panel{fill:#fff;stroke:#d0d7de}text{fill:#1f2328;font:13px system-ui,sans-serif}
      .title{font-size:16px;font-weight:600}.grid{stroke:#d8dee4}.bound{stroke:#cf222e;stroke-width:2;stroke-dasharray:6 4}
      .whisker{stroke:#1f2328}.line{fill:none;stroke-width:2.5}
      .f0{fill:#0969da}.f1{fill:#bc4c00}.f2{fill:#1a7f37}.f3{fill:#8250df}
      .s0{stroke:#0969da}.s1{stroke:#bc4c00}.s2{stroke:#1a7f37}.s3{stroke:#8250df}
      @media(prefers-color-scheme:dark){.panel{fill:#0d1117;stroke:#30363d}text{fill:#e6edf3}.grid{stroke:#30363d}
      .bound{stroke:#ff7b72}.whisker{stroke:#e6edf3}
      .f0{fill:#58a6ff}.f1{fill:#f0883e}.f2{fill:#3fb950}.f3{fill:#bc8cff}
      .s0{stroke:#58a6ff}.s1{stroke:#f0883e}.s2{stroke:#3fb950}.s3{stroke:#bc8cff}}
      </style>
      """;

  private final StringBuilder svg = new StringBuilder();
  private final double highest;

  /**
   * An empty panel.
   *
   * @param highest the highest value that the vertical axis must cover
   */
  Panel(Captions captions, double highest) {
    double step = step(highest);
    this.highest = step * Math.ceil(highest * 1.05 / step);
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\""
            + " aria-labelledby=\"title description\">%n",
        WIDTH, HEIGHT);
    add("<title id=\"title\">%s</title>%n", escape(captions.title()));
    add("<desc id=\"description\">%s</desc>%n", escape(captions.description()));
    svg.append(STYLE);
    add(
        "<rect class=\"panel\" x=\"1\" y=\"1\" width=\"%d\" height=\"%d\" rx=\"8\"/>%n",
        WIDTH - 2, HEIGHT - 2);
    add("<text class=\"title\" x=\"20\" y=\"28\">%s</text>%n", escape(captions.title()));
    text(20, 51, "start", captions.vertical());
    text((LEFT + RIGHT) / 2.0, BOTTOM + 44, "middle", captions.horizontal());
    for (double value = 0; value < this.highest + step / 2; value += step) {
      add(
          "<line class=\"grid\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>%n",
          LEFT, RIGHT, y(value), y(value));
      text(LEFT - 8, y(value) + 4, "end", number(value));
    }
  }

  /** A round number, so that about five steps cover the values. */
  private static double step(double highest) {
    double least = highest > 0 ? highest / TICKS : 1;
    double power = Math.pow(10, Math.ceil(Math.log10(least)));
    return STEPS.stream()
        .map(each -> each * power)
        .filter(each -> each >= least * 0.999)
        .findFirst()
        .orElse(power);
  }

  /** The position of a value on the vertical axis. */
  double y(double value) {
    return BOTTOM - (BOTTOM - TOP) * value / highest;
  }

  void legend(List<String> names) {
    for (int i = 0; i < names.size(); i++) {
      int x = RIGHT - LEGEND_STEP * (names.size() - i);
      add("<rect class=\"f%d\" x=\"%d\" y=\"40\" width=\"12\" height=\"12\"/>%n", i, x);
      text(x + 18, 51, "start", names.get(i));
    }
  }

  void bound(double value) {
    add(
        "<line class=\"bound\" x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\"/>%n",
        LEFT, RIGHT, y(value), y(value));
    text(RIGHT + 2, y(value) + 4, "start", number(value));
  }

  void text(double x, double y, String anchor, String text) {
    add("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>%n", x, y, anchor, escape(text));
  }

  void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format, values));
  }

  String svg() {
    return svg + "</svg>\n";
  }

  /** Formats a number with as many digits as its size needs. */
  static String number(double value) {
    return String.format(Locale.ROOT, value >= 20 ? "%,.0f" : value >= 5 ? "%.1f" : "%.2f", value);
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
