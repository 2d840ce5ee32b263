package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.EventLoop;
import io.github.dynamooutbox.relay.park.ParkedLanes;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.route.Router;
import io.github.dynamooutbox.relay.route.Rule;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;

/**
 * Publishes a lane's parked events in order and opens it again. Each event is tried once; where it
 * fails, an ordered lane's redrive ends. It may run beside the relay and beside another redrive:
 * the worst is a duplicate. It never closes a lane. Thread-safe.
 */
public final class Redriver {
  private final ParkedLanes lot;
  private final Map<String, Target<?>> targets = new TreeMap<>();
  private final ParkedContent content;
  private final EventLoop loop;

  /**
   * A redriver for the same targets and rules as the relay's.
   *
   * @param lot where events are parked
   * @param loop runs everything but the requests; the caller closes it
   */
  public Redriver(
      ParkedLanes lot,
      List<Target<?>> targets,
      List<Rule> rules,
      RecordCodec codec,
      EventLoop loop) {
    this.lot = lot;
    targets.forEach(target -> this.targets.put(target.name(), target));
    this.content = new ParkedContent(new Router(rules), codec);
    this.loop = loop;
  }

  /**
   * Redrives one lane.
   *
   * @param maxEvents ends after so many, with the lane still closed
   * @return completes exceptionally if the parking lot does; the worst is a duplicate when it is
   *     run again
   */
  public CompletionStage<RedriveResult> redrive(LaneKey lane, int maxEvents) {
    return new LaneRedrive(lot, targets, content, loop, lane, maxEvents).run();
  }
}
