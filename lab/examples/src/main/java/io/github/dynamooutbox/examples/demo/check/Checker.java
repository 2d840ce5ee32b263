package io.github.dynamooutbox.examples.demo.check;

import io.github.dynamooutbox.examples.orders.OrderTotal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * Compares a target's events with what was committed. It uses the service's commit log and what the
 * targets delivered, and nothing from the relay.
 */
public final class Checker {
  private static final int EXAMPLES = 5;

  private final Set<String> committed = new LinkedHashSet<>();
  private final Map<String, List<String>> idsInOrder = new TreeMap<>();

  /**
   * Takes the order within an aggregate from the sequences; the order of the list means nothing.
   */
  public Checker(List<CommittedRecord> log) {
    log.stream()
        .sorted(Comparator.comparingLong(CommittedRecord::sequence))
        .forEach(
            record -> {
              committed.addAll(record.eventIds());
              idsInOrder
                  .computeIfAbsent(record.aggregate(), aggregate -> new ArrayList<>())
                  .addAll(record.eventIds());
            });
  }

  /** The number of committed events. */
  public int committed() {
    return committed.size();
  }

  /**
   * Checks one target.
   *
   * @param accepted ids of the events that the target accepted, in order of acceptance
   * @param received ids of the events that its consumer received, in any order
   */
  public Findings check(String target, List<String> accepted, List<String> received) {
    List<String> examples = new ArrayList<>();
    Set<String> taken = new HashSet<>(accepted);
    Set<String> delivered = new HashSet<>(received);
    long lost =
        count("lost", committed, id -> !taken.contains(id) || !delivered.contains(id), examples);
    Set<String> known = new LinkedHashSet<>(accepted);
    known.addAll(received);
    long invented = count("invented", known, id -> !committed.contains(id), examples);
    long outOfOrder = outOfOrder(firstPlaces(accepted), examples);
    long duplicates = (long) received.size() - delivered.size();
    return new Findings(target, lost, outOfOrder, duplicates, invented, examples);
  }

  private static Map<String, Integer> firstPlaces(List<String> accepted) {
    Map<String, Integer> places = new HashMap<>();
    for (int place = 0; place < accepted.size(); place++) {
      places.putIfAbsent(accepted.get(place), place);
    }
    return places;
  }

  /** Ignores lost events, which are counted separately. */
  private long outOfOrder(Map<String, Integer> places, List<String> examples) {
    List<String> late = new ArrayList<>();
    for (Map.Entry<String, List<String>> aggregate : idsInOrder.entrySet()) {
      int before = -1;
      for (String id : aggregate.getValue()) {
        Integer place = places.get(id);
        if (place == null) {
          continue;
        }
        if (place < before) {
          late.add(id + " of " + aggregate.getKey());
        }
        before = Math.max(before, place);
      }
    }
    return count("out of order", late, id -> true, examples);
  }

  private static long count(
      String what, Iterable<String> ids, Predicate<String> isWrong, List<String> examples) {
    long count = 0;
    for (String id : ids) {
      if (isWrong.test(id) && ++count <= EXAMPLES) {
        examples.add(what + ": " + id);
      }
    }
    return count;
  }

  /**
   * The result of comparing a consumer's projection with the source.
   *
   * @param changes changes of all orders, as the consumer counted them
   * @param different orders that differ between the two
   */
  public record ProjectionCheck(
      String consumer, int orders, long changes, long cents, Set<String> different) {
    public ProjectionCheck {
      different = Set.copyOf(different);
    }

    /** Compares order by order. */
    public static ProjectionCheck of(
        String consumer, Map<String, OrderTotal> source, Map<String, OrderTotal> projection) {
      Set<String> different = new TreeSet<>(source.keySet());
      different.addAll(projection.keySet());
      different.removeIf(id -> Objects.equals(source.get(id), projection.get(id)));
      return new ProjectionCheck(
          consumer,
          projection.size(),
          projection.values().stream().mapToLong(OrderTotal::changes).sum(),
          projection.values().stream().mapToLong(OrderTotal::cents).sum(),
          different);
    }

    /** Whether every event had its effect exactly once. */
    public boolean isExact() {
      return different.isEmpty();
    }
  }

  /**
   * What is wrong with one target's events.
   *
   * @param lost committed events that the target did not accept, or accepted and did not deliver
   * @param outOfOrder events accepted before one that the same aggregate raised earlier
   * @param duplicates deliveries of an event that had been delivered before
   * @param invented events that the target accepted or delivered but that were never committed
   * @param examples some of these events, to start an investigation with
   */
  public record Findings(
      String target,
      long lost,
      long outOfOrder,
      long duplicates,
      long invented,
      List<String> examples) {
    public Findings {
      examples = List.copyOf(examples);
    }

    /** Whether the guarantees hold. Duplicates do not break them. */
    public boolean isSound() {
      return lost == 0 && outOfOrder == 0 && invented == 0;
    }
  }
}
