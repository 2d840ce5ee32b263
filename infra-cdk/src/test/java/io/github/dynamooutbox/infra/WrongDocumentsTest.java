package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Documents with one problem each, which a deployment would find late or never. Each is refused at
 * synthesis with its path, what is wrong and what would do.
 */
@NeedsNode
class WrongDocumentsTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String MORE = " ...";

  /**
   * Lines of {@code pointer = value; pointer = value -> message && message}. A message that ends
   * with dots goes on with what other versions know.
   */
  static Stream<Arguments> wrong() throws IOException {
    return rows("wrong-documents.txt")
        .map(line -> line.split(" -> ", 2))
        .map(parts -> Arguments.of(parts[0], parts[1]));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void isRefusedWithPathCauseAndRemedy(String changes, String messages) {
    assertThat(problems(changed(changes)))
        .zipSatisfy(
            List.of(messages.split(" && ", -1)),
            (problem, message) -> {
              if (message.endsWith(MORE)) {
                assertThat(problem).startsWith(message.substring(0, message.indexOf(MORE)));
              } else {
                assertThat(problem.strip()).isEqualTo(message.strip());
              }
            });
  }

  @ParameterizedTest
  @MethodSource("notEvenADocument")
  void isRefusedWhereItIsNoDocument(String text, String message) {
    assertThat(problems(text)).singleElement().asString().startsWith(message);
  }

  static Stream<Arguments> notEvenADocument() {
    return Stream.of(
        Arguments.of("", "document: must be a JSON object"),
        Arguments.of("null", "document: must be a JSON object"),
        Arguments.of("[]", "document: must be a JSON object"),
        Arguments.of("\"outbox.json\"", "document: must be a JSON object"),
        Arguments.of("{\"table\": }", "line 1, column 11: not JSON"),
        Arguments.of("{\"table\": {\"name\": \"orders\"}", "line 1, column 29: not JSON"),
        Arguments.of(base() + "{}", "document: has content after its end"),
        Arguments.of(
            base()
                .toString()
                .replace("{\"name\":\"orders\"", "{\"name\":\"orders\",\"name\":\"orders\""),
            "table.name: this key occurs twice; keep one"));
  }

  /** Else the rows above would say nothing. */
  @Test
  void isNotRefusedWithoutTheProblem() {
    assertThat(OutboxConfig.parse(base().toString())).isNotNull();
  }

  static Stream<String> right() throws IOException {
    return rows("right-documents.txt");
  }

  @ParameterizedTest
  @MethodSource("right")
  void isNotRefusedForWhatGoesTogether(String changes) {
    assertThat(OutboxConfig.parseAll(changed(changes))).isNotEmpty();
  }

  private static Stream<String> rows(String file) throws IOException {
    return Files.readAllLines(Path.of("src/test/resources", file)).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"));
  }

  private static List<String> problems(String json) {
    return Problems.of(() -> OutboxConfig.parseAll(json));
  }

  private static String changed(String changes) {
    ObjectNode document = base();
    for (String change : changes.split("; ", -1)) {
      String[] parts = change.split(" = ", 2);
      set(document, parts[0], json(parts[1]));
    }
    return document.toString();
  }

  private static void set(ObjectNode document, String pointer, JsonNode value) {
    int last = pointer.lastIndexOf('/');
    String key = pointer.substring(last + 1);
    String parent = pointer.substring(0, last);
    if (document.at(parent) instanceof ArrayNode list) {
      list.set(Integer.parseInt(key), value);
    } else if (value.asText().equals("ABSENT")) {
      document.withObject(parent).remove(key);
    } else {
      document.withObject(parent).set(key, value);
    }
  }

  private static ObjectNode base() {
    return (ObjectNode)
        json(
            """
            {"table": {"name": "orders"}, "controlTable": {"name": "orders-control"},
             "relay": {},
             "targets": {"bus": {"type": "eventbridge", "busName": "orders"},
               "topic": {"type": "sns", "topicName": "orders"},
               "stream": {"type": "kinesis", "streamName": "orders"}},
             "routes": [{"to": ["bus", "topic", "stream"]}],
             "infrastructure": {"account": "111122223333"}}
            """);
  }

  private static JsonNode json(String text) {
    try {
      return JSON.readTree(text);
    } catch (IOException e) {
      throw new UncheckedIOException(text, e);
    }
  }
}
