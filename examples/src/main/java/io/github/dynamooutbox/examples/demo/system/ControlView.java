package io.github.dynamooutbox.examples.demo.system;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedLanes;
import io.github.dynamooutbox.relay.park.ParkedLanes.ParkedLane;
import java.util.Comparator;
import java.util.List;

/** What is parked, as the control table has it. Thread-safe. */
public final class ControlView {
  private final ParkedLanes lanes;

  ControlView(Endpoints aws, Resources resources) {
    String table = resources.controlTable().orElseThrow();
    // The caller's thread may wait for the answer.
    lanes =
        ControlTable.builder(aws.dynamoDb(), table, resources.table(), Runnable::run)
            .build()
            .parkedLanes();
  }

  /** All closed lanes. */
  public List<ParkedLane> closed() {
    return lanes.lanes().toCompletableFuture().join().stream()
        .sorted(
            Comparator.comparing((ParkedLane lane) -> lane.lane().target())
                .thenComparing(lane -> lane.lane().aggregate()))
        .toList();
  }

  /** Lanes that were closed for this reason. */
  public List<ParkedLane> closed(ParkReason reason) {
    return closed().stream().filter(lane -> lane.reason() == reason).toList();
  }
}
