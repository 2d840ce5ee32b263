package io.github.dynamooutbox.operations.operate;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueSummary;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletionStage;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** Reads the events in queues. Thread-safe. */
public final class QueueContents {
  private static final int SEGMENTS = 8;

  /** Queues with more than this are read one by one, in pages. */
  private static final long FEW_EVENTS = 2_000;

  private static final int CLIENT_ERROR = 400;
  private static final int SERVER_ERROR = 500;

  private final QueueTable queues;
  private final Together together;
  private final String control;
  private volatile boolean isOneByOne;

  /** Reads several queues at once; completes with nothing if they are too large for that. */
  interface Together {
    CompletionStage<Optional<Map<QueueName, Stream<Segment>>>> read(Collection<QueueName> some);
  }

  /**
   * Reads nothing yet.
   *
   * @param name what the control table is called in messages
   */
  public QueueContents(ControlTable control, String name) {
    this(control.queues(), control::segments, name);
  }

  QueueContents(QueueTable queues, Together together, String control) {
    this.queues = queues;
    this.together = together;
    this.control = control;
  }

  /**
   * The events of a queue, in order, read while the stream is consumed: its steps throw {@link
   * OperatorException} if the control table cannot be read.
   */
  Stream<ParkedEvent> of(QueueName queue) {
    return segments(queue).flatMap(segment -> segment.events().stream());
  }

  private Stream<Segment> segments(QueueName queue) {
    return Stream.iterate(
            page(queue, Optional.empty()),
            page -> !page.isEmpty(),
            page ->
                page.size() < SEGMENTS
                    ? List.of()
                    : page(queue, Optional.of(page.get(page.size() - 1))))
        .flatMap(List::stream);
  }

  private List<Segment> page(QueueName queue, Optional<Segment> after) {
    return AwsFailures.await(control, queues.read(queue, after, OptionalLong.empty(), SEGMENTS));
  }

  /**
   * Passes on the events of queues, queue by queue, as {@link #of} does. Neighbours with few events
   * are read with one request, if the caller may do so: without the right to, it takes a request
   * for each queue.
   *
   * @param each receives a queue with its events; returns whether it wants the next queue
   * @throws OperatorException if the control table cannot be read
   */
  public void each(List<QueueSummary> some, BiPredicate<QueueSummary, Stream<ParkedEvent>> each) {
    int next = 0;
    while (next < some.size()) {
      List<QueueSummary> neighbours = some.subList(next, next + together(some, next));
      Map<QueueName, Stream<Segment>> read = read(neighbours);
      for (QueueSummary queue : neighbours) {
        Stream<ParkedEvent> events =
            Optional.ofNullable(read.get(queue.queue()))
                .orElseGet(() -> segments(queue.queue()))
                .flatMap(segment -> segment.events().stream());
        if (!each.test(queue, events)) {
          return;
        }
      }
      next += neighbours.size();
    }
  }

  /** How many of the queues from this one on have few events together, by their counts. */
  private int together(List<QueueSummary> some, int first) {
    long events = 0;
    int end = first;
    while (end < some.size() && end - first < ControlTable.TOGETHER && events <= FEW_EVENTS) {
      events += some.get(end).counts().values().stream().mapToLong(Long::longValue).sum();
      end++;
    }
    return events <= FEW_EVENTS || end == first + 1 ? end - first : end - first - 1;
  }

  private Map<QueueName, Stream<Segment>> read(List<QueueSummary> some) {
    if (isOneByOne || some.size() == 1) {
      return Map.of();
    }
    try {
      return AwsFailures.await(
              control, together.read(some.stream().map(QueueSummary::queue).toList()))
          .orElse(Map.of());
    } catch (OperatorException e) {
      if (!isRefused(e)) {
        throw e;
      }
      isOneByOne = true;
      return Map.of();
    }
  }

  /** By rights, or by an endpoint that does not know statements. */
  private static boolean isRefused(OperatorException failure) {
    return failure.getCause() instanceof AwsServiceException answer
        && answer.statusCode() >= CLIENT_ERROR
        && answer.statusCode() < SERVER_ERROR
        && !answer.isThrottlingException();
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
        .flatMap(this::of)
        .filter(event -> event.place().lane().aggregate().equals(aggregate))
        .forEach(found::add);
    return found;
  }
}
