package io.github.dynamooutbox.examples.demo.report;

import io.github.dynamooutbox.relay.park.ParkedLanes.ParkedLane;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Lanes in which events are parked, or were until now. */
public final class LaneTable {
  private static final int ROWS_OF_EACH_TARGET = 4;
  private static final String ROW = "  %-7s %-24s %-9s %7s  %s";

  private final Screen screen;

  public LaneTable(Screen screen) {
    this.screen = screen;
  }

  /**
   * Shows some of the lanes, and totals of all.
   *
   * @param title says when and why
   * @param lanes the lanes as they were
   * @param now the lanes that are closed now; the others are open again
   */
  public void show(String title, List<ParkedLane> lanes, List<ParkedLane> now) {
    Set<LaneKey> closed = now.stream().map(ParkedLane::lane).collect(Collectors.toSet());
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(title);
    lines.add(screen.strong(ROW.formatted("target", "aggregate", "reason", "events", "lane")));
    Map<String, List<ParkedLane>> byTarget =
        lanes.stream()
            .collect(
                Collectors.groupingBy(
                    lane -> lane.lane().target(), TreeMap::new, Collectors.toList()));
    byTarget.forEach((target, of) -> rows(target, of, closed, lines));
    lines.add(
        "  %d events in %d lanes, %d of them closed"
            .formatted(
                lanes.stream().mapToLong(ParkedLane::count).sum(),
                lanes.size(),
                lanes.stream().filter(lane -> closed.contains(lane.lane())).count()));
    screen.lines(lines);
  }

  private void rows(
      String target, List<ParkedLane> lanes, Set<LaneKey> closed, List<String> lines) {
    lanes.stream().limit(ROWS_OF_EACH_TARGET).forEach(lane -> lines.add(row(lane, closed)));
    int more = lanes.size() - ROWS_OF_EACH_TARGET;
    if (more > 0) {
      lines.add("  %-7s ... and %d lanes more".formatted(target, more));
    }
  }

  private String row(ParkedLane lane, Set<LaneKey> closed) {
    boolean isClosed = closed.contains(lane.lane());
    return ROW.formatted(
        lane.lane().target(),
        lane.lane().aggregate(),
        lane.reason(),
        lane.count(),
        isClosed ? screen.bad("closed") : screen.good("reopened"));
  }
}
