package io.github.dynamooutbox.examples.demo.system;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedLanes;
import io.github.dynamooutbox.relay.park.ParkedLanes.ParkedLane;
import java.util.Comparator;
import java.util.List;

/**
 * What a deployment with a control table has besides: a view of what is parked, and the redrive
 * function. Thread-safe.
 */
public final class Parking implements AutoCloseable {
  private final ParkedLanes lanes;
  private final RedriveFunction redrive;

  /** For resources that have a control table. */
  public Parking(Functions functions) {
    Resources resources = functions.resources();
    String table = resources.controlTable().orElseThrow();
    // The caller's thread may wait for the answer.
    lanes =
        ControlTable.builder(functions.aws().dynamoDb(), table, resources.table(), Runnable::run)
            .build()
            .parkedLanes();
    redrive = new RedriveFunction(functions);
  }

  public RedriveFunction redrive() {
    return redrive;
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

  @Override
  public void close() {
    redrive.close();
  }
}
