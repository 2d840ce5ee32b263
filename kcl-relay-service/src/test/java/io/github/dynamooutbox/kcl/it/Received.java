package io.github.dynamooutbox.kcl.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.localaws.stub.Accepted;
import io.github.dynamooutbox.localaws.stub.AwsStub;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** What one target accepted of some orders, by order, in the order of acceptance. */
record Received(String target, Map<String, List<Integer>> versions) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static List<Received> all(AwsStub aws, String prefix) {
    return List.of(
        of(KclSystem.BUS, aws.eventBridge().accepted(KclSystem.BUS), prefix),
        of(KclSystem.TOPIC, aws.sns().accepted(KclSystem.TOPIC), prefix),
        of(KclSystem.STREAM, aws.kinesis().accepted(KclSystem.STREAM), prefix));
  }

  private static Received of(String target, List<? extends Accepted> accepted, String prefix) {
    Map<String, List<Integer>> versions = new LinkedHashMap<>();
    for (Accepted each : accepted) {
      JsonNode event = json(each.body());
      String sequence = event.get("sequence").asText();
      String order = event.get("subject").asText();
      if (order.startsWith(prefix)) {
        versions
            .computeIfAbsent(order, o -> new ArrayList<>())
            .add(Integer.valueOf(sequence.substring(0, sequence.indexOf('.'))));
      }
    }
    return new Received(target, versions);
  }

  private static JsonNode json(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a target accepted what is not JSON", e);
    }
  }

  boolean has(int orders, int lastVersion) {
    return versions.size() == orders
        && versions.values().stream().allMatch(v -> v.stream().distinct().count() == lastVersion);
  }

  /** Every version arrived, and the first arrivals are in order; there may be more than one. */
  void completeInOrder(int orders, int lastVersion) {
    List<Integer> expected = IntStream.rangeClosed(1, lastVersion).boxed().toList();
    assertThat(versions).as(target).hasSize(orders);
    assertThat(versions)
        .as(target)
        .allSatisfy(
            (order, arrived) ->
                assertThat(arrived.stream().distinct().toList()).isEqualTo(expected));
  }

  /** How many arrived more than once. */
  int duplicates() {
    return versions.values().stream()
        .mapToInt(arrived -> arrived.size() - (int) arrived.stream().distinct().count())
        .sum();
  }

  @Override
  public String toString() {
    return target
        + ": "
        + versions.size()
        + " orders, "
        + versions.values().stream().mapToInt(List::size).sum()
        + " events";
  }
}
