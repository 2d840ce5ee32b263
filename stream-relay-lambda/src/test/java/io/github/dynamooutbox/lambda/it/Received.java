package io.github.dynamooutbox.lambda.it;

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

/** What one target accepted, by order, in the order of acceptance. */
record Received(String target, Map<String, List<Integer>> versions) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static List<Received> all(AwsStub aws) {
    return List.of(
        of(RelaySystem.BUS, aws.eventBridge().accepted(RelaySystem.BUS)),
        of(RelaySystem.TOPIC, aws.sns().accepted(RelaySystem.TOPIC)),
        ofStream(aws));
  }

  static Received ofStream(AwsStub aws) {
    return of(RelaySystem.STREAM, aws.kinesis().accepted(RelaySystem.STREAM));
  }

  private static Received of(String target, List<? extends Accepted> accepted) {
    Map<String, List<Integer>> versions = new LinkedHashMap<>();
    for (Accepted each : accepted) {
      JsonNode event = json(each.body());
      String sequence = event.get("sequence").asText();
      versions
          .computeIfAbsent(event.get("subject").asText(), order -> new ArrayList<>())
          .add(Integer.valueOf(sequence.substring(0, sequence.indexOf('.'))));
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

  /** Every version arrived, and the first arrivals are in order; there may be more than one. */
  Received completeInOrder(int orders, int lastVersion) {
    List<Integer> expected = IntStream.rangeClosed(1, lastVersion).boxed().toList();
    assertThat(versions).as(target).hasSize(orders);
    assertThat(versions)
        .as(target)
        .allSatisfy(
            (order, arrived) ->
                assertThat(arrived.stream().distinct().toList()).isEqualTo(expected));
    return this;
  }

  Received withoutDuplicates() {
    assertThat(versions)
        .as(target)
        .allSatisfy((order, arrived) -> assertThat(arrived).doesNotHaveDuplicates());
    return this;
  }
}
