package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.ArrayList;
import java.util.List;

/** One shard of the stream. Its children are read once it is finished. */
final class SimShard {
  private final String name;
  final int fromHash;
  final int toHash;
  final List<SimShard> children = new ArrayList<>();
  final List<Commit> commits = new ArrayList<>();

  /** The first position is above this. */
  long positionsFrom;

  SimShard(String name, int fromHash, int toHash) {
    this.name = name;
    this.fromHash = fromHash;
    this.toHash = toHash;
  }

  String name() {
    return name;
  }

  boolean covers(int hash) {
    return fromHash <= hash && hash < toHash;
  }

  /** How many records from this place on can be read now, at most so many. */
  int visible(int from, int most, long now) {
    int to = from;
    while (to < commits.size() && to - from < most && commits.get(to).visibleAt <= now) {
      to++;
    }
    return to - from;
  }

  /** The place of a position, or -1 if it is not one of this shard's. */
  int placeOf(StreamPosition position) {
    int low = 0;
    int high = commits.size() - 1;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      int order = commits.get(middle).position.compareTo(position);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return -1;
  }
}
