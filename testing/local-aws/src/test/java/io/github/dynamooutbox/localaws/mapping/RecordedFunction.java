package io.github.dynamooutbox.localaws.mapping;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.localaws.function.FunctionError;
import io.github.dynamooutbox.localaws.function.LambdaFunction;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/**
 * A function in this JVM that notes what it is called with and answers by script, then with
 * success.
 */
final class RecordedFunction implements LambdaFunction {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What one call shall come to. */
  interface Answer {
    String to(List<JsonNode> records) throws FunctionError;
  }

  static final Answer SUCCESS = records -> "{\"batchItemFailures\":[]}";
  static final Answer ERROR =
      records -> {
        throw new FunctionError(FunctionError.Kind.HANDLER, "Test", "asked to fail");
      };

  private final Queue<Answer> script = new ArrayDeque<>();
  private final Answer otherwise;
  final List<List<JsonNode>> calls = new CopyOnWriteArrayList<>();

  RecordedFunction(Answer otherwise, Answer... script) {
    this.otherwise = otherwise;
    this.script.addAll(List.of(script));
  }

  /** Reports the records at these places of the batch as failed. */
  static Answer failAt(int... places) {
    return records -> {
      List<String> failures = new ArrayList<>();
      for (int place : places) {
        failures.add("{\"itemIdentifier\":\"" + sequence(records.get(place)) + "\"}");
      }
      return "{\"batchItemFailures\":[" + String.join(",", failures) + "]}";
    };
  }

  static Answer answer(String json) {
    return records -> json;
  }

  @Override
  public byte[] invoke(byte[] event) throws FunctionError {
    List<JsonNode> records = records(event);
    Answer answer;
    synchronized (script) {
      calls.add(records);
      answer = script.isEmpty() ? otherwise : script.remove();
    }
    return answer.to(records).getBytes(StandardCharsets.UTF_8);
  }

  /** The partition keys of each call, "abc" for one call with a, b and c. */
  List<String> keysPerCall() {
    return calls.stream().map(RecordedFunction::keys).toList();
  }

  static String keys(List<JsonNode> records) {
    return records.stream().map(RecordedFunction::key).collect(Collectors.joining());
  }

  static String key(JsonNode record) {
    return record.at("/dynamodb/Keys/PK/S").asText();
  }

  static String sequence(JsonNode record) {
    return record.at("/dynamodb/SequenceNumber").asText();
  }

  static List<JsonNode> records(byte[] event) {
    try {
      List<JsonNode> records = new ArrayList<>();
      JSON.readTree(event).get("Records").forEach(records::add);
      return records;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
