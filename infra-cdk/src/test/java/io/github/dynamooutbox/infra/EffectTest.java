package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.config.InfrastructureKeys;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.App;

/**
 * Each key of the infrastructure changes the template, or is refused: what has an effect is what
 * something reads, whatever the check names.
 */
@NeedsNode
@Tag("full")
class EffectTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String SAME = "the same";
  private static final String ARN = "arn:aws:dynamodb:eu-west-1:111122223333:table/orders";

  /** Texts of a form that their key accepts. */
  private static final Map<String, Object> TEXTS =
      Map.of(
          "email", "on-call@example.com",
          "topicArn", "arn:aws:sns:eu-west-1:111122223333:on-call",
          "image", "example.com/relay:2",
          "maxTasks", 6,
          "kmsKeyArn", "arn:aws:kms:eu-west-1:111122223333:key/a",
          "indexes", Map.of("byKind", Map.of("partitionKey", "kind")));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'controlTable': null}",
        "{'relay': {'host': 'kcl'}, 'infrastructure': {'service': {'image': 'example.com/a:1'}}}",
        "{'relay': {'host': 'kcl'}, 'controlTable': null,"
            + " 'infrastructure': {'service': {'image': 'example.com/a:1'},"
            + " 'heartbeat': {'enabled': false}}}",
        "{'infrastructure': {'bothRelays': true, 'service': {'image': 'example.com/a:1'}}}",
        "{'controlTable': null, 'infrastructure': {'table': {'tableArn': '"
            + ARN
            + "',"
            + " 'streamArn': '"
            + ARN
            + "/stream/1'}}}",
        "{'infrastructure': {'alarms': {'enabled': false}}}",
        "{'infrastructure': {'heartbeat': {'enabled': false}, 'dashboard': false}}"
      })
  void changesTheTemplateOrIsRefused(String choice) throws IOException {
    ObjectNode base = base(choice);
    Map<String, ObjectNode> changed = new LinkedHashMap<>();
    changed("", InfrastructureKeys.all(), base, changed);
    Map<String, JsonNode> templates = templates(base, changed);
    JsonNode before = templates.remove("");
    // Else every comparison would say that something has changed.
    assertThat(different(templates.remove(SAME), before)).isEmpty();

    List<String> silent = new ArrayList<>();
    templates.forEach(
        (key, template) -> {
          if (different(template, before).isEmpty()) {
            silent.add(key);
          }
        });
    if (!base.has("controlTable")) {
      // Switched off, it says what is so in any case.
      silent.remove("/redrive");
    }
    assertThat(silent).as(choice).isEmpty();
    assertThat(templates).hasSizeGreaterThan(10);
  }

  /** The ids of resources that are not the same. */
  private static List<String> different(JsonNode one, JsonNode other) {
    List<String> ids = new ArrayList<>();
    Stream.of(one, other)
        .flatMap(template -> template.path("Resources").properties().stream())
        .forEach(
            resource -> {
              String id = resource.getKey();
              if (!one.path("Resources").path(id).equals(other.path("Resources").path(id))) {
                ids.add(id);
              }
            });
    return ids;
  }

  private static ObjectNode base(String choice) throws IOException {
    ObjectNode base =
        (ObjectNode)
            JSON.readTree(
                """
                {"table": {"name": "orders"}, "controlTable": {"name": "orders-control"},
                 "targets": {"bus": {"type": "eventbridge", "busName": "orders"}},
                 "routes": [{"to": ["bus"]}],
                 "infrastructure": {"region": "eu-west-1", "account": "111122223333"}}
                """);
    JsonNode changes = JSON.readTree(choice.replace('\'', '"'));
    JSON.readerForUpdating(base).readTree(changes.toString());
    if (changes.path("controlTable").isNull()) {
      base.remove("controlTable");
    }
    return base;
  }

  /** A document for each key, with another value than the base has. */
  private static void changed(
      String path, Section section, ObjectNode base, Map<String, ObjectNode> changed) {
    for (Key<?> key : section.keys()) {
      String pointer = path + "/" + key.name();
      Optional<Section> within = key.within();
      if (within.isPresent() && !TEXTS.containsKey(key.name())) {
        changed(pointer, within.get(), base, changed);
      } else {
        JsonNode there = base.at("/infrastructure" + pointer);
        JsonNode schema = JSON.valueToTree(key.schema());
        value(key.name(), schema, there)
            .ifPresent(
                value -> {
                  ObjectNode document = base.deepCopy();
                  document.withObject("/infrastructure" + path).set(key.name(), value);
                  changed.put(pointer, document);
                });
      }
    }
  }

  private static Optional<JsonNode> value(String name, JsonNode schema, JsonNode there) {
    JsonNode standard = there.isMissingNode() ? schema.path("default") : there;
    if (TEXTS.containsKey(name)) {
      return Optional.of(JSON.valueToTree(TEXTS.get(name)));
    }
    if (schema.has("enum")) {
      return schema.path("enum").valueStream().filter(one -> !one.equals(standard)).findFirst();
    }
    return switch (schema.path("type").asText()) {
      case "boolean" -> Optional.of(JSON.valueToTree(!standard.asBoolean()));
      case "integer" ->
          Optional.of(
              JSON.valueToTree(
                  standard.asInt(schema.path("minimum").asInt())
                      + schema.path("multipleOf").asInt(1)));
      default -> Optional.empty();
    };
  }

  /** Of those that are not refused, and of the base under an empty name. */
  private static Map<String, JsonNode> templates(ObjectNode base, Map<String, ObjectNode> changed)
      throws IOException {
    App app = new App();
    Map<String, String> stacks = new LinkedHashMap<>();
    Map<String, ObjectNode> all = new LinkedHashMap<>(changed);
    all.put("", base);
    all.put(SAME, base);
    for (Map.Entry<String, ObjectNode> each : all.entrySet()) {
      ObjectNode document = each.getValue().deepCopy();
      String stack = "Effect-" + stacks.size();
      document.withObject("/infrastructure").put("stackName", stack);
      try {
        new OutboxStack(app, OutboxConfig.parse(document.toString()), Synthesised.artifacts());
        stacks.put(each.getKey(), stack);
      } catch (ConfigException refused) {
        app.getNode().tryRemoveChild(stack);
      }
    }
    String directory = app.synth().getDirectory();
    Map<String, JsonNode> templates = new LinkedHashMap<>();
    for (Map.Entry<String, String> stack : stacks.entrySet()) {
      String text = Files.readString(Path.of(directory, stack.getValue() + ".template.json"));
      // The name of the stack says nothing, and is part of other names.
      String unnamed =
          text.replaceAll("Effect-[0-9]+", "Effect")
              .replaceAll("AllowEventRuleEffect[0-9]+[A-Za-z0-9]+", "AllowEventRule")
              .replaceAll("Effect[0-9]+(Monitoring|ServiceTask)[A-Za-z0-9]+", "$1");
      templates.put(stack.getKey(), JSON.readTree(unnamed));
    }
    return templates;
  }
}
