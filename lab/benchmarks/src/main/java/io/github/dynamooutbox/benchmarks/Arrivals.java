package io.github.dynamooutbox.benchmarks;

import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.stub.AcceptedEvent;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the bus has accepted of some {@link Writers}' events since this was made. Not thread-safe.
 */
final class Arrivals {
  private static final Pattern AT = Pattern.compile("\"at\":(\\d+)");
  private static final Pattern ORDER = Pattern.compile("\"subject\":\"([^\"]+)\"");
  private static final Pattern VERSION = Pattern.compile("\"sequence\":\"(\\d+)");
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private record Event(String order, int version) {}

  private final AwsStub stub;
  private final String prefix;
  private final Set<Event> seen = new HashSet<>();
  private final Map<String, Integer> reached = new HashMap<>();
  private final List<Instant> moments = new ArrayList<>();
  private List<Double> millis = new ArrayList<>();
  private int outOfOrder;
  private long read;

  /** Those of orders with this prefix. */
  Arrivals(AwsStub stub, String prefix) {
    this.stub = stub;
    this.prefix = prefix;
    read = stub.eventBridge().count();
  }

  /** How many distinct events have arrived by now. */
  int count() {
    for (AcceptedEvent event : stub.eventBridge().acceptedAfter(read)) {
      read = event.ordinal();
      String order = find(ORDER, event.body());
      if (order.startsWith(prefix)) {
        moments.add(event.acceptedAt());
        Event first = new Event(order, Integer.parseInt(find(VERSION, event.body())));
        if (seen.add(first)) {
          int before = reached.getOrDefault(order, 0);
          outOfOrder += first.version == before + 1 ? 0 : 1;
          reached.put(order, Math.max(before, first.version));
          millis.add(
              event.acceptedAt().toEpochMilli() - Double.parseDouble(find(AT, event.body())));
        }
      }
    }
    return seen.size();
  }

  /** The first group of the first place that matches. */
  static String find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    if (!matcher.find()) {
      throw new IllegalStateException("no " + pattern + " in " + text.length() + " characters");
    }
    return matcher.group(1);
  }

  /** Whether so many orders have reached a version. */
  boolean have(int orders, int version) {
    int unused = count();
    return reached.values().stream().filter(each -> each >= version).count() >= orders;
  }

  /** Waits until this many distinct events have arrived. */
  void await(long number) throws InterruptedException {
    Instant end = Instant.now().plus(PATIENCE);
    while (count() < number) {
      if (Instant.now().isAfter(end)) {
        throw new IllegalStateException(count() + " of " + number + " events have arrived");
      }
      Thread.sleep(10);
    }
  }

  /** Milliseconds from commit to acceptance of the events counted since the last call. */
  List<Double> getAndResetMillis() {
    List<Double> result = millis;
    millis = new ArrayList<>();
    return result;
  }

  /** When the last counted event was accepted. */
  Instant last() {
    return moments.get(moments.size() - 1);
  }

  /** How many arrived at moments like these, including repeats. */
  int at(Predicate<Instant> which) {
    return (int) moments.stream().filter(which).count();
  }

  /** The number of events that overtook another of their order. */
  int outOfOrder() {
    return outOfOrder;
  }

  /** The number of repeats. */
  int twice() {
    return moments.size() - seen.size();
  }
}
