package io.github.dynamooutbox.operations.operate;

import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Reads the events in queues. Thread-safe. */
public final class QueueContents {
  private static final int SEGMENTS = 8;

  private final QueueTable queues;
  private final String control;

  /**
   * Reads nothing yet.
   *
   * @param control what the control table is called in messages
   */
  public QueueContents(QueueTable queues, String control) {
    this.queues = queues;
    this.control = control;
  }

  /**
   * Events of a queue, in order.
   *
   * @param most the most events to return
   */
  List<ParkedEvent> of(QueueName queue, Predicate<ParkedEvent> wanted, long most) {
    List<ParkedEvent> found = new ArrayList<>();
    segments(
        queue,
        segment -> {
          segment.events().stream().filter(wanted).forEach(found::add);
          return found.size() < most;
        });
    return found.size() > most ? List.copyOf(found.subList(0, (int) most)) : found;
  }

  /**
   * Passes on all events of a queue, in order.
   *
   * @throws OperatorException if the control table cannot be read
   */
  public void each(QueueName queue, Consumer<ParkedEvent> each) {
    segments(
        queue,
        segment -> {
          segment.events().forEach(each);
          return true;
        });
  }

  void eachWhile(QueueName queue, Predicate<ParkedEvent> goesOn) {
    segments(queue, segment -> segment.events().stream().allMatch(goesOn));
  }

  private void segments(QueueName queue, Predicate<Segment> goesOn) {
    Optional<Segment> last = Optional.empty();
    boolean isWanted = true;
    List<Segment> page;
    do {
      page = AwsFailures.await(control, queues.read(queue, last, OptionalLong.empty(), SEGMENTS));
      for (Segment segment : page) {
        isWanted = isWanted && goesOn.test(segment);
        last = Optional.of(segment);
      }
    } while (isWanted && page.size() == SEGMENTS);
  }

  /** The parked events of an aggregate, for each target in the order in which they are redriven. */
  List<ParkedEvent> ofAggregate(String aggregate, List<TargetConfig> targets) {
    List<ParkedEvent> found = new ArrayList<>();
    Stream.concat(targets.stream().map(TargetConfig::name), Stream.of(LaneKey.ALL_TARGETS))
        .map(target -> new LaneKey(target, aggregate))
        .flatMap(
            lane ->
                Stream.of(
                    new QueueName.Lane(lane), QueueName.Part.of(lane), QueueName.Single.of(lane)))
        .forEach(
            queue ->
                found.addAll(
                    of(
                        queue,
                        event -> event.place().lane().aggregate().equals(aggregate),
                        Long.MAX_VALUE)));
    return found;
  }
}
