package io.github.dynamooutbox.kcl.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.localaws.stub.Accepted;
import io.github.dynamooutbox.localaws.stub.AwsStub;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What one target accepted of some orders, in the order of acceptance. */
record Received(String target, List<Arrival> arrivals) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** One acceptance of an event. */
  record Arrival(String order, int version, String id, Instant at) {}

  static List<Received> all(AwsStub aws, String prefix) {
    return List.of(
        of(KclSystem.BUS, aws.eventBridge().accepted(KclSystem.BUS), prefix),
        of(KclSystem.TOPIC, aws.sns().accepted(KclSystem.TOPIC), prefix),
        of(KclSystem.STREAM, aws.kinesis().accepted(KclSystem.STREAM), prefix));
  }

  private static Received of(String target, List<? extends Accepted> accepted, String prefix) {
    List<Arrival> arrivals = new ArrayList<>();
    for (Accepted each : accepted) {
      JsonNode event = json(each.body());
      String sequence = event.get("sequence").asText();
      String order = event.get("subject").asText();
      if (order.startsWith(prefix)) {
        int version = Integer.parseInt(sequence.substring(0, sequence.indexOf('.')));
        arrivals.add(new Arrival(order, version, event.get("id").asText(), each.acceptedAt()));
      }
    }
    return new Received(target, arrivals);
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

  /**
   * Every version arrived, the first arrivals are in order, and what arrived more than once is the
   * same event.
   */
  void completeInOrder(int orders, int lastVersion) {
    List<Integer> expected = IntStream.rangeClosed(1, lastVersion).boxed().toList();
    assertThat(versions()).as(target).hasSize(orders);
    assertThat(versions())
        .as(target)
        .allSatisfy(
            (order, arrived) ->
                assertThat(arrived.stream().distinct().toList()).isEqualTo(expected));
    assertThat(arrivals.stream().map(Arrival::id).distinct())
        .as(target + ": ids")
        .hasSize(orders * lastVersion);
  }

  /** How many arrived more than once. */
  int duplicates() {
    return arrivals.size() - (int) arrivals.stream().map(Arrival::id).distinct().count();
  }

  /** How many were accepted in this time. */
  int between(Instant from, Instant to) {
    return (int)
        arrivals.stream().filter(each -> !each.at.isBefore(from) && each.at.isBefore(to)).count();
  }

  @Override
  public String toString() {
    return target + ": " + versions().size() + " orders, " + arrivals.size() + " events";
  }
}
