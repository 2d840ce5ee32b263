package io.github.dynamooutbox.lambda.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.localaws.CloudUnderTest;
import io.github.dynamooutbox.localaws.stub.Accepted;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** What one target accepted, by order, in the order of acceptance. */
record Received(String target, boolean isOrdered, Map<String, List<Integer>> versions) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static List<Received> all(CloudUnderTest aws) {
    return all(aws, 0);
  }

  /** Waits until so many events have arrived at each target. */
  static List<Received> all(CloudUnderTest aws, int atLeast) {
    List<Received> received = new ArrayList<>();
    if (aws.stub().isPresent()) {
      received.add(of(RelaySystem.CUSTOM_BUS, true, aws.customEvents(RelaySystem.CUSTOM_BUS)));
    }
    Collections.addAll(
        received,
        // The order in which a bus accepted events can be seen only at the stub.
        of(RelaySystem.BUS, aws.stub().isPresent(), aws.events(RelaySystem.BUS, atLeast)),
        of(RelaySystem.TOPIC, true, aws.messages(RelaySystem.TOPIC, atLeast)),
        of(RelaySystem.STREAM, true, aws.records(RelaySystem.STREAM)));
    return received;
  }

  private static Received of(String target, boolean isOrdered, List<? extends Accepted> accepted) {
    Map<String, List<Integer>> versions = new LinkedHashMap<>();
    for (Accepted each : accepted) {
      JsonNode event = json(each.body());
      String sequence = event.get("sequence").asText();
      versions
          .computeIfAbsent(event.get("subject").asText(), order -> new ArrayList<>())
          .add(Integer.valueOf(sequence.substring(0, sequence.indexOf('.'))));
    }
    return new Received(target, isOrdered, versions);
  }

  private static JsonNode json(String body) {
    try {
      return JSON.readTree(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a target accepted an event that is not JSON", e);
    }
  }

  /** Every version arrived, and the first arrivals are in order; there may be more than one. */
  Received completeInOrder(int orders, int lastVersion) {
    List<Integer> expected = IntStream.rangeClosed(1, lastVersion).boxed().toList();
    assertThat(versions).as(target).hasSize(orders);
    assertThat(versions)
        .as(target)
        .allSatisfy(
            (order, arrived) ->
                assertThat(inOrder(arrived.stream().distinct())).isEqualTo(expected));
    return this;
  }

  /** The versions of one order, in order of acceptance where that can be seen. */
  List<Integer> of(String order) {
    return inOrder(versions.getOrDefault(order, List.of()).stream());
  }

  private List<Integer> inOrder(Stream<Integer> arrived) {
    return (isOrdered ? arrived : arrived.sorted()).toList();
  }

  Received withoutDuplicates() {
    assertThat(versions)
        .as(target)
        .allSatisfy((order, arrived) -> assertThat(arrived).doesNotHaveDuplicates());
    return this;
  }
}
