package io.github.dynamooutbox.operations.audit;

import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;

/** Sets of targets as bits of a number. The first stands for "all targets". Thread-safe. */
final class TargetBits {
  /**
   * Stands for the target of events that no rule matches, and of what is parked for all targets.
   */
  static final long ALL = 1;

  private static final int MOST = Long.SIZE - 1;

  private final List<String> names = new ArrayList<>(List.of(LaneKey.ALL_TARGETS));

  TargetBits(Collection<String> names) {
    names.forEach(this::bit);
  }

  synchronized long bit(String target) {
    int index = names.indexOf(target);
    if (index < 0) {
      if (names.size() == MOST) {
        throw new OperatorException(
            OperatorException.Kind.INPUT,
            "an audit distinguishes at most %d targets, but there are more in receipts and queues"
                .formatted(MOST - 1));
      }
      index = names.size();
      names.add(target);
    }
    return 1L << index;
  }

  long bits(Collection<String> targets) {
    long bits = 0;
    for (String target : targets) {
      bits |= bit(target);
    }
    return bits;
  }

  void each(long bits, Consumer<String> action) {
    names(bits).forEach(action);
  }

  synchronized List<String> names(long bits) {
    List<String> some = new ArrayList<>();
    for (int index = 0; index < names.size(); index++) {
      if ((bits & 1L << index) != 0) {
        some.add(names.get(index));
      }
    }
    return some;
  }

  /** All names, in the order of their bits, except that of "all targets". */
  synchronized List<String> names() {
    return List.copyOf(names.subList(1, names.size()));
  }
}
