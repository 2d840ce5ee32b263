package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.config.RelaySchema;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Compares two syntheses for every key of the document that the relay reads. The alias runs a
 * version of the function: if the key's change makes no new version, the relay never sees it.
 */
@NeedsNode
class ChangedDocumentTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String LONG = "over 3 KB: ";

  /** Each key of the document, with a value that the base below does not have. */
  private static final Map<String, String> CHANGES =
      changes(
          """
          table/name = "invoices"
          table/partitionKey = "pk"
          table/sortKey = "sk"
          table/prefix = "EVENT#"
          table/ttlAttribute = "expires"
          controlTable = null
          controlTable/name = "invoices-control"
          controlTable/receipts = false
          controlTable/receiptRetentionDays = 9
          relay/regions = ["eu-west-1"]
          relay/standby = true
          relay/onPoison = "halt"
          relay/targetDownAfterSeconds = 90
          relay/stuckAfterSeconds = 600
          relay/callTimeoutMillis = 4000
          infrastructure/function = {"timeoutSeconds": 61}
          relay/windowEvents = 5000
          relay/windowBytes = 2097152
          relay/backoff = {"baseMillis": 60, "capMillis": 6000}
          relay/backoff/baseMillis = 70
          relay/backoff/capMillis = 7000
          targets = {"other": {"type": "eventbridge", "busName": "orders"}}
          targets/bus/type = "kinesis"
          targets/bus/busName = "invoices"
          targets/bus/busArn = "arn:aws:events:eu-west-1:111122223333:event-bus/orders"
          targets/bus/ordered = true
          targets/bus/envelope = "data"
          targets/bus/maxEntries = 5
          targets/bus/maxInFlight = 3
          targets/bus/maxEntryBytes = 2048
          targets/bus/maxRequestBytes = 524288
          targets/bus/inlinePayloadBytes = 1000
          targets/topic/topicName = "invoices"
          targets/topic/topicArn = "arn:aws:sns:eu-west-1:111122223333:topic"
          targets/topic/ordered = true
          targets/topic/envelope = "data"
          targets/topic/maxEntries = 5
          targets/topic/maxInFlight = 3
          targets/topic/maxEntryBytes = 300000
          targets/stream/streamName = "invoices"
          targets/stream/streamArn = "arn:aws:kinesis:eu-west-1:111122223333:stream/stream"
          targets/stream/ordered = true
          targets/stream/envelope = "data"
          targets/stream/maxEntries = 5
          targets/stream/maxInFlight = 3
          targets/stream/maxEntryBytes = 2048
          targets/stream/maxRequestBytes = 2097152
          targets/queue/queueName = "invoices"
          targets/queue/queueArn = "arn:aws:sqs:eu-west-1:111122223333:queue"
          targets/queue/ordered = true
          targets/queue/envelope = "data"
          targets/queue/maxEntries = 5
          targets/queue/maxInFlight = 3
          targets/queue/maxEntryBytes = 2048
          targets/queue/maxRequestBytes = 1048575
          targets/queue/tenantGroups = true
          targets/custom/api = "raw"
          targets/custom/schemaRegistryUri = "arn:aws:glue:eu-west-1:111122223333:registry/events"
          targets/custom/schemaRegistryConnectionArn = "arn:aws:events:eu-west-1:111122223333:connection/events/0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d4e5f"
          routes = [{"to": ["queue", "stream", "topic", "bus", "custom"]}]
          routes/0/match = {"type": ["A"]}
          routes/0/to = ["bus", "topic", "stream", "queue", "custom"]
          routes/1/drop = null
          """);

  /** What the schema also calls a key, and which keys above change it. */
  private static final Map<String, String> CHANGED_BY =
      Map.of("$schema", "nothing reads it", "timeoutSeconds", "infrastructure/function");

  private static Map<String, Synthesised> synthesised;

  @BeforeAll
  static void synthesise() throws IOException {
    Map<String, JsonNode> documents = new LinkedHashMap<>();
    documents.put("base", base());
    documents.put("base again", base());
    documents.put(LONG + "base", large());
    for (Map.Entry<String, String> change : CHANGES.entrySet()) {
      documents.put(change.getKey(), changed(base(), change));
    }
    for (String key : Set.of("table/prefix", "targets/bus/busName", "relay/callTimeoutMillis")) {
      documents.put(LONG + key, changed(large(), Map.entry(key, CHANGES.get(key))));
    }
    synthesised = Synthesised.together(documents);
  }

  @Test
  void makesNoNewVersionOfTheSameDocument() {
    assertThat(version("base again")).isEqualTo(version("base"));
    assertThat(withoutStack("base again")).isEqualTo(withoutStack("base"));
  }

  @Test
  void makesANewVersionOfWhateverTheRelayReads() {
    assertThat(CHANGES.keySet())
        .allSatisfy(key -> assertThat(version(key)).as(key).isNotEqualTo(version("base")));
  }

  @Test
  void makesANewVersionWhereTheDocumentIsAParameter() {
    assertThat(synthesised.keySet().stream().filter(each -> each.startsWith(LONG)))
        .hasSizeGreaterThan(3)
        .allSatisfy(
            key -> {
              assertThat(synthesised.get(key).properties("AWS::SSM::Parameter")).hasSize(1);
              if (!key.equals(LONG + "base")) {
                assertThat(version(key)).as(key).isNotEqualTo(version(LONG + "base"));
              }
            });
  }

  /** A key that is new in the schema needs a change above. */
  @Test
  void triesEveryKeyThatTheRelayReads() throws IOException {
    Set<String> read = new TreeSet<>();
    collect(schema(), read);
    Set<String> tried =
        CHANGES.keySet().stream()
            .map(key -> key.substring(key.lastIndexOf('/') + 1))
            .collect(Collectors.toSet());
    tried.addAll(CHANGED_BY.keySet());
    // Sections, whose keys are tried.
    tried.addAll(Set.of("table", "relay", "infrastructure"));

    assertThat(read).hasSizeGreaterThan(25);
    assertThat(tried).containsAll(read);
  }

  /** The stacks have different names, which the summary's name holds. */
  private static String withoutStack(String name) {
    return synthesised
        .get(name)
        .text()
        .replaceAll("\"AlarmName\": \"[^\"]+\"", "")
        // The CDK names the permission of a rule by the path of the rule, with the stack in it.
        .replaceAll("AllowEventRuleTogether[0-9]+\\w+", "AllowEventRule");
  }

  private static String version(String name) {
    return synthesised.get(name).version();
  }

  private static JsonNode changed(ObjectNode document, Map.Entry<String, String> change)
      throws IOException {
    String path = "/" + change.getKey();
    int last = path.lastIndexOf('/');
    String key = path.substring(last + 1);
    JsonNode value = JSON.readTree(change.getValue());
    ObjectNode section =
        document.at(path.substring(0, last)).isMissingNode()
            ? document.withObject(path.substring(0, last))
            : (ObjectNode) document.at(path.substring(0, last));
    section.set(key, value);
    if (value.isNull()) {
      section.remove(key);
    }
    // What must change with it.
    switch (change.getKey()) {
      case "targets" -> document.set("routes", JSON.readTree("[{\"to\": [\"other\"]}]"));
      case "targets/bus/type" -> section.put("streamName", "o").remove("busName");
      case "relay/standby" -> section.putArray("regions").add("us-west-2");
      case "targets/custom/schemaRegistryUri" -> section.put("api", "raw").put("envelope", "data");
      case "targets/custom/schemaRegistryConnectionArn" ->
          section
              .put("api", "raw")
              .put("envelope", "data")
              .put("schemaRegistryUri", "https://psrc-1.eu-west-1.aws.confluent.cloud");
      case "routes/1/drop" -> section.putArray("to").add("bus");
      default -> {
        // Nothing else.
      }
    }
    return document;
  }

  private static ObjectNode base() throws IOException {
    return (ObjectNode)
        JSON.readTree(
            """
            {"table": {"name": "orders"}, "controlTable": {"name": "orders-control"},
             "relay": {},
             "targets": {"bus": {"type": "eventbridge", "busName": "orders", "maxEntryBytes": 4096},
               "topic": {"type": "sns", "topicName": "topic"},
               "stream": {"type": "kinesis", "streamName": "stream"},
               "queue": {"type": "sqs", "queueName": "queue", "maxEntryBytes": 4096},
               "custom": {"type": "eventbridgev2", "busName": "custom"}},
             "routes": [{"to": ["bus", "stream", "topic", "queue", "custom"]},
               {"match": {"type": ["Noise"]}, "drop": true}],
             "infrastructure": {"heartbeat": {"enabled": false}, "redrive": false}}
            """);
  }

  private static ObjectNode large() throws IOException {
    ObjectNode large = base();
    IntStream.range(0, 80)
        .forEach(
            i ->
                large
                    .withArray("/routes")
                    .addObject()
                    .put("drop", true)
                    .putObject("match")
                    .putArray("type")
                    .add("AnEventOfTheType" + i));
    return large;
  }

  private static Map<String, String> changes(String lines) {
    Map<String, String> changes = new LinkedHashMap<>();
    lines
        .lines()
        .map(line -> line.split(" = ", 2))
        .forEach(change -> changes.put(change[0], change[1]));
    return changes;
  }

  private static JsonNode schema() throws IOException {
    ObjectNode schema = (ObjectNode) JSON.readTree(RelaySchema.published());
    // Its keys are changed by routes/0/match.
    schema.withObject("/$defs").remove("pattern");
    return schema;
  }

  /** The names of what the relay reads. */
  private static void collect(JsonNode node, Set<String> read) {
    node.path("properties")
        .properties()
        .forEach(
            key -> {
              String reader = key.getValue().path("x-reader").asText();
              if (reader.equals("relay") || reader.equals("both")) {
                read.add(key.getKey());
              }
            });
    node.forEach(each -> collect(each, read));
  }
}
