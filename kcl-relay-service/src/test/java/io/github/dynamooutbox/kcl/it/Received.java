package io.github.dynamooutbox.kcl.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.localaws.CloudUnderTest;
import io.github.dynamooutbox.localaws.stub.Accepted;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What one target accepted of some orders, in the order of acceptance. */
record Received(String target, boolean isOrdered, List<Arrival> arrivals) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Tests check repeatedly while more arrives; what was parsed once is not parsed again. */
  private static final Map<Accepted, Arrival> READ =
      Collections.synchronizedMap(new WeakHashMap<>());

  /** One acceptance of an event. */
  record Arrival(String order, int version, String id, Instant at) {}

  static List<Received> all(CloudUnderTest aws, String prefix) {
    List<Received> received = new ArrayList<>();
    Collections.addAll(
        received,
        // Only the bus knows in which order it accepted events, and only the stub reports it.
        of(KclSystem.BUS, aws.stub().isPresent(), aws.events(KclSystem.BUS, 0), prefix),
        of(KclSystem.TOPIC, true, aws.messages(KclSystem.TOPIC, 0), prefix),
        of(KclSystem.STREAM, true, aws.records(KclSystem.STREAM), prefix));
    if (aws.stub().isPresent()) {
      received.add(of(KclSystem.CUSTOM_BUS, true, aws.customEvents(KclSystem.CUSTOM_BUS), prefix));
    }
    return received;
  }

  private static Received of(
      String target, boolean isOrdered, List<? extends Accepted> accepted, String prefix) {
    return new Received(
        target,
        isOrdered,
        accepted.stream()
            .map(each -> READ.computeIfAbsent(each, Received::arrival))
            .filter(each -> each.order.startsWith(prefix))
            .toList());
  }

  private static Arrival arrival(Accepted accepted) {
    JsonNode event = json(accepted.body());
    String sequence = event.get("sequence").asText();
    int version = Integer.parseInt(sequence.substring(0, sequence.indexOf('.')));
    return new Arrival(
        event.get("subject").asText(), version, event.get("id").asText(), accepted.acceptedAt());
  }

  /** The CloudEvents of these orders, in the order of acceptance. */
  static List<String> bodies(List<? extends Accepted> accepted, String prefix) {
    return accepted.stream()
        .filter(each -> READ.computeIfAbsent(each, Received::arrival).order.startsWith(prefix))
        .map(Accepted::body)
        .toList();
  }

  private static JsonNode json(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a target accepted what is not JSON", e);
    }
  }

  Map<String, List<Integer>> versions() {
    Map<String, List<Integer>> versions = new LinkedHashMap<>();
    arrivals.forEach(
        each -> versions.computeIfAbsent(each.order, o -> new ArrayList<>()).add(each.version));
    return versions;
  }

  boolean has(int orders, int lastVersion) {
    Map<String, List<Integer>> versions = versions();
    return versions.size() == orders
        && versions.values().stream().allMatch(v -> v.stream().distinct().count() == lastVersion);
  }

  /** Whether a later version than this one arrived of each order. */
  boolean hasSince(int orders, int version) {
    return arrivals.stream()
            .filter(each -> each.version > version)
            .map(Arrival::order)
            .distinct()
            .count()
        == orders;
  }

  /**
   * Requires that every version arrived, that first arrivals are in order, and that repeats are the
   * same event.
   */
  void completeInOrder(int orders, int lastVersion) {
    List<Integer> expected = IntStream.rangeClosed(1, lastVersion).boxed().toList();
    assertThat(versions()).as(target).hasSize(orders);
    assertThat(versions())
        .as(target)
        .allSatisfy(
            (order, arrived) ->
                assertThat(inOrder(arrived.stream().distinct())).isEqualTo(expected));
    assertThat(arrivals.stream().map(Arrival::id).distinct())
        .as(target + ": ids")
        .hasSize(orders * lastVersion);
  }

  private List<Integer> inOrder(Stream<Integer> arrived) {
    return (isOrdered ? arrived : arrived.sorted()).toList();
  }

  /** How many did not arrive, of this many orders with this many versions each. */
  int lost(int orders, int lastVersion) {
    return orders * lastVersion
        - versions().values().stream().mapToInt(each -> new HashSet<>(each).size()).sum();
  }

  /** How many arrived for the first time after a later one of their order. */
  int outOfOrder() {
    int count = 0;
    for (List<Integer> arrived : versions().values()) {
      int highest = 0;
      for (int version : isOrdered ? new LinkedHashSet<>(arrived) : new TreeSet<>(arrived)) {
        count += version < highest ? 1 : 0;
        highest = Math.max(highest, version);
      }
    }
    return count;
  }

  /** How many arrived more than once. */
  int duplicates() {
    return arrivals.size() - (int) arrivals.stream().map(Arrival::id).distinct().count();
  }

  /** The longest time after this moment without an event of one and the same order. */
  Duration longestPause(Instant from) {
    Map<String, Instant> last = new HashMap<>();
    Duration longest = Duration.ZERO;
    for (Arrival each : arrivals) {
      Instant before = last.put(each.order, each.at);
      if (before != null && each.at.isAfter(from)) {
        Duration pause = Duration.between(before, each.at);
        longest = pause.compareTo(longest) > 0 ? pause : longest;
      }
    }
    return longest;
  }

  /** How many were accepted in this time. */
  int between(Instant from, Instant to) {
    return between(from, to, order -> true);
  }

  /** How many of these orders were accepted in this time. */
  int between(Instant from, Instant to, Predicate<String> orders) {
    return (int)
        arrivals.stream()
            .filter(each -> !each.at.isBefore(from) && each.at.isBefore(to))
            .filter(each -> orders.test(each.order))
            .count();
  }

  @Override
  public String toString() {
    return target + ": " + versions().size() + " orders, " + arrivals.size() + " events";
  }
}
