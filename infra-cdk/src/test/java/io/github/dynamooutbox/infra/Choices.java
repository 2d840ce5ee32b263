package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Documents that choose what the examples do not, synthesised once for all tests. */
final class Choices {
  static final String KEY = "arn:aws:kms:eu-west-1:111122223333:key/1234abcd";

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NETWORK =
      """
      "network": {"vpcId": "vpc-00000001", "availabilityZones": ["eu-west-1a", "eu-west-1b"],
        "privateSubnetIds": ["subnet-00000001", "subnet-00000002"], "interfaceEndpoints": true}
      """;

  /** More targets than one composite alarm and one inline policy have room for. */
  private static final int MANY = 40;

  private static final Map<String, String> DOCUMENTS =
      Map.of(
          "many",
          many(),
          "quiet",
          "{\"infrastructure\": {\"alarms\": {\"enabled\": false}, \"dashboard\": false}}",
          "function",
          """
          {"targets": {
             "topic": {"type": "sns", "topicName": "news"},
             "queue": {"type": "sqs", "queueName": "work.fifo"},
             "other": {"type": "sqs", "queueName": "other.fifo"},
             "stream": {"type": "kinesis", "streamName": "audit"}},
           "routes": [{"to": ["bus", "topic", "queue", "other", "stream"]}],
           "infrastructure": {"function": {"tracing": true, "reservedConcurrency": 3},
          """
              + NETWORK
              + "}}",
          "table",
          """
          {"infrastructure": {"table": {"kmsKeyArn": "%s", "maxReadUnits": 10, "maxWriteUnits": 20,
            "indexes": {"byTime": {"partitionKey": "customer", "sortKey": "time"}}}}}
          """
              .formatted(KEY),
          "control",
          """
          {"infrastructure": {"controlTable": {"kmsKeyArn": "%s",
            "tableArn": "arn:aws:dynamodb:eu-west-1:111122223333:table/orders-control"}}}
          """
              .formatted(KEY),
          "both",
          """
          {"infrastructure": {"bothRelays": true,
            "service": {"image": "example.com/relay:1", "spot": true, "maxTasks": 6}}}
          """,
          "payloads",
          "{\"infrastructure\": {\"payloads\": {\"retentionDays\": 30}}}",
          "inline",
          """
          {"infrastructure": {"payloads": {"retentionDays": 30}},
           "targets": {"bus": {"inlinePayloadBytes": 900000}}}
          """,
          "archive",
          """
          {"targets": {"archive": {"type": "s3", "kmsKeyArn": "%s", "bucketName": "orders-archive"}},
           "routes": [{"to": ["bus", "archive"]}]}
          """
              .formatted(KEY),
          "keys",
          """
          {"targets": {
             "topic": {"type": "sns", "kmsKeyArn": "%1$s",
               "topicArn": "arn:aws:sns:eu-west-1:111122223333:news"},
             "stream": {"type": "kinesis", "kmsKeyArn": "%1$s", "streamName": "audit"},
             "queue": {"type": "sqs", "kmsKeyArn": "%1$s", "queueName": "work.fifo"}},
           "routes": [{"to": ["bus", "topic", "stream", "queue"]}]}
          """
              .formatted(KEY));

  private static final Map<String, Synthesised> MADE = Synthesised.together(documents());

  private Choices() {}

  private static String many() {
    List<String> names = IntStream.range(0, MANY).mapToObj("\"t%02d\""::formatted).toList();
    return "{\"targets\": {%s}, \"routes\": [{\"to\": [\"bus\", %s]}]}"
        .formatted(
            names.stream()
                .map(name -> "%1$s: {\"type\": \"sqs\", \"queueName\": %1$s}".formatted(name))
                .collect(Collectors.joining(", ")),
            String.join(", ", names));
  }

  static Map<String, Synthesised> all() {
    return MADE;
  }

  static Synthesised of(String name) {
    return Objects.requireNonNull(MADE.get(name), name);
  }

  /** What makes it. */
  static JsonNode document(String name) {
    return chosen(Objects.requireNonNull(DOCUMENTS.get(name), name));
  }

  private static Map<String, JsonNode> documents() {
    Map<String, JsonNode> documents = new LinkedHashMap<>();
    DOCUMENTS.forEach((name, choice) -> documents.put(name, chosen(choice)));
    return documents;
  }

  private static JsonNode chosen(String choice) {
    try {
      ObjectNode base =
          (ObjectNode)
              JSON.readTree(
                  """
                  {"table": {"name": "orders"}, "controlTable": {"name": "orders-control"},
                   "targets": {"bus": {"type": "eventbridge", "busName": "orders"}},
                   "routes": [{"to": ["bus"]}],
                   "infrastructure": {"region": "eu-west-1", "account": "111122223333"}}
                  """);
      return JSON.readerForUpdating(base).readTree(choice);
    } catch (IOException e) {
      throw new UncheckedIOException(choice, e);
    }
  }
}
