package io.github.dynamooutbox.aws.control;

import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The keys of queues, and of what a relay reads before each batch. */
record QueueKeys(Keys keys) {
  /** What the sort key of a segment starts with. */
  private static final String SEGMENT = "SEG#";

  /** Sorts after every number. */
  private static final String END = "~";

  /** What every batch reads. */
  Map<String, AttributeValue> head() {
    return Keys.of(keys.stream() + "#HEAD", "HEAD");
  }

  Map<String, AttributeValue> circuits(String scope) {
    return Keys.of(keys.stream() + "#CIRCUIT#" + scope, "CIRCUIT");
  }

  Map<String, AttributeValue> lease(int part) {
    return lease("REDRIVE#%02d".formatted(part));
  }

  Map<String, AttributeValue> lease(String work) {
    return Keys.of(keys.stream() + "#LEASE", work);
  }

  /**
   * The partition of the marks of events that have this id and left their queues by decision. An id
   * beyond the key's limit is hashed, and marked with a {@code ~}.
   */
  String wayOutPartition(String eventId) {
    String whole = keys.stream() + "#OUT#" + eventId;
    return RecordSize.utf8Length(whole) <= FormatLimits.MAX_PARTITION_KEY_BYTES
        ? whole
        : keys.stream() + "#OUT~" + Sha256.hex(eventId);
  }

  Map<String, AttributeValue> wayOut(WayOut mark) {
    String target = Keys.escaped(mark.target());
    return Keys.of(
        wayOutPartition(mark.eventId()),
        mark.origin().map(origin -> target + '#' + hash(origin)).orElse(target));
  }

  /** Each key is preceded by its length, because it may contain anything. */
  private static String hash(WayOut.Origin origin) {
    String partition = origin.record().partition();
    String sort = origin.record().sort();
    return Sha256.hex(
            "%d:%s%d:%s%d"
                .formatted(partition.length(), partition, sort.length(), sort, origin.index()))
        .substring(0, 16);
  }

  /** The target of a mark, by its sort key. */
  static String targetOfWayOut(String sort) {
    int end = sort.indexOf('#');
    return Keys.unescaped(end == -1 ? sort : sort.substring(0, end));
  }

  String statePartition(int part) {
    return keys.stream() + "#STATE#" + part;
  }

  Map<String, AttributeValue> state(QueueName queue) {
    return Keys.of(statePartition(queue.part()), stateSort(queue));
  }

  private static String stateSort(QueueName queue) {
    return queue.fold(
        part -> "PART#" + Keys.escaped(part.target()),
        lane -> laneStateSort(lane.lane()),
        single -> "SINGLE#" + Keys.escaped(single.target()));
  }

  /** The hash spreads lanes over the partition, so that DynamoDB can split it where it is hot. */
  static String laneStateSort(LaneKey lane) {
    String name = Keys.laneName(lane);
    return laneStatesOf(lane.target()) + Sha256.hex(name).substring(0, 8) + '#' + name;
  }

  /** What the sort keys of all states of a target's lanes start with. */
  static String laneStatesOf(String target) {
    return "LANE#" + Keys.escaped(target) + '#';
  }

  /** The name of a target's part in the head. */
  static String flag(String target, int part) {
    return Keys.escaped(target) + '#' + part;
  }

  /** The inverse of {@link #flag}, where it is that of a part. */
  static QueueName.Part partOf(String flag) {
    int end = flag.lastIndexOf('#');
    return new QueueName.Part(
        Keys.unescaped(flag.substring(0, end)), Integer.parseInt(flag.substring(end + 1)));
  }

  String segmentPartition(QueueName queue) {
    String name =
        queue.fold(
            part -> "PART#" + flag(part.target(), part.part()),
            lane -> "LANE#" + Keys.laneName(lane.lane()),
            single -> "SINGLE#" + flag(single.target(), single.part()));
    return keys.stream() + "#Q#" + name;
  }

  Map<String, AttributeValue> segment(QueueName queue, long number, String append, int index) {
    return Keys.of(
        segmentPartition(queue), "%s%019d#%s#%06d".formatted(SEGMENT, number, append, index));
  }

  Map<String, AttributeValue> segment(Segment segment) {
    return segment(segment.queue(), segment.number(), segment.append(), segment.index());
  }

  /** Sorts before all segments. */
  static String firstSegment() {
    return SEGMENT;
  }

  static String lastSegment() {
    return SEGMENT + END;
  }

  /** Sorts after all segments up to this number. */
  static String lastSegment(long number) {
    return "%s%019d#%s".formatted(SEGMENT, number, END);
  }

  static long numberOf(String segmentSort) {
    int start = SEGMENT.length();
    return Long.parseLong(segmentSort.substring(start, segmentSort.indexOf('#', start)));
  }

  static String appendOf(String segmentSort) {
    int start = segmentSort.indexOf('#', SEGMENT.length()) + 1;
    return segmentSort.substring(start, segmentSort.indexOf('#', start));
  }

  static int indexOf(String segmentSort) {
    return Integer.parseInt(segmentSort.substring(segmentSort.lastIndexOf('#') + 1));
  }
}
