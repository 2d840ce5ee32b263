package io.github.dynamooutbox.benchmarks.chaos;

import io.github.dynamooutbox.benchmarks.chaos.ChaosSystem.Unfinished;
import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.stub.AcceptedEvent;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The events of one round's orders that the bus accepted. Not thread-safe. */
final class BusArrivals {
  private static final Pattern VERSION =
      Pattern.compile("\"order\":\"([^\"]+)\",\"version\":(\\d+)");

  private final AwsStub stub;
  private final String prefix;
  private final Map<String, Integer> reached = new HashMap<>();
  private final Set<String> seen = new HashSet<>();
  private final List<Instant> moments = new ArrayList<>();
  private long read;
  private int outOfOrder;
  private int twice;

  BusArrivals(AwsStub stub, String prefix) {
    this.stub = stub;
    this.prefix = prefix;
    this.read = stub.eventBridge().count();
  }

  /** Reads the events that arrived since the last call. */
  private void read() {
    for (AcceptedEvent event : stub.eventBridge().acceptedAfter(read)) {
      read = event.ordinal();
      Matcher matcher = VERSION.matcher(event.body());
      if (!matcher.find()) {
        throw new IllegalStateException(event + " has no order");
      }
      String order = matcher.group(1);
      int version = Integer.parseInt(matcher.group(2));
      if (order.startsWith(prefix)) {
        add(order, version, event.acceptedAt());
      }
    }
  }

  private void add(String order, int version, Instant moment) {
    moments.add(moment);
    if (!seen.add(order + ' ' + version)) {
      twice++;
      return;
    }
    int before = reached.getOrDefault(order, 0);
    outOfOrder += version == before + 1 ? 0 : 1;
    reached.put(order, Math.max(before, version));
  }

  /** The version that every order has reached. */
  int version() {
    read();
    return reached.size() < OrderLoad.ORDERS
        ? 0
        : reached.values().stream().mapToInt(each -> each).min().orElse(0);
  }

  int count() {
    read();
    return moments.size();
  }

  /** The number of events that overtook another of their order. */
  int outOfOrder() {
    return outOfOrder;
  }

  /** The number of repeats. */
  int twice() {
    return twice;
  }

  /** How many distinct events never arrived. */
  int lost(int versions) {
    read();
    return OrderLoad.ORDERS * versions - seen.size();
  }

  /** How many events arrived during these calls. */
  int during(List<Unfinished> calls) {
    return (int)
        calls.stream().mapToLong(call -> moments.stream().filter(call::contains).count()).sum();
  }
}
