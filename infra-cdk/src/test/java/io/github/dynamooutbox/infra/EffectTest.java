package io.github.dynamooutbox.infra;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.github.dynamooutbox.aws.config.DocumentKeys;
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
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awscdk.App;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.sns.Topic;

/**
 * Each key that the stack reads changes the template, or is refused, in documents and typed apps:
 * what has an effect is what something reads, whatever the check names.
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
          "securityGroupId", "sg-0123456789abcdef0",
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
        "{'targets': {'c': {'type': 'eventbridgev2', 'busArn':"
            + " 'arn:aws:events:eu-west-1:111122223333:event-busv2/c/aaaaaaaaaaaaaaaaaaaaaaaaa'},"
            + " 'n': {'type': 'eventbridgev2', 'busName': 'n'},"
            + " 't': {'type': 'sns', 'topicArn': 'arn:aws:sns:eu-west-1:111122223333:t'},"
            + " 'k': {'type': 'kafka', 'topic': 'k', 'bootstrapServers': ['b:9094']}},"
            + " 'routes': [{'to': ['c', 'n', 't', 'k']}]}",
        "{'infrastructure': {'alarms': {'enabled': false}}}",
        "{'infrastructure': {'heartbeat': {'enabled': false}, 'dashboard': false}}"
      })
  void changesTheTemplateOrIsRefused(String choice) throws IOException {
    ObjectNode base = base(choice);
    Map<String, JsonNode> values = values(base);
    List<String> silent =
        silent(
            values,
            (app, stack, pointer) -> {
              ObjectNode document = base.deepCopy();
              set(document, pointer, values.get(pointer));
              set(document, "/infrastructure/stackName", TextNode.valueOf(stack));
              new OutboxStack(
                  app, OutboxConfig.parse(document.toString()), Synthesised.artifacts());
            });
    if (!base.has("controlTable")) {
      // Switched off, it says what is so in any case.
      silent.remove("/infrastructure/redrive");
    }
    assertThat(silent).as(choice).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Typed.class)
  void changesTheTemplateOfATypedAppOrIsRefused(Typed typed) throws IOException {
    Map<String, JsonNode> values = values(JSON.createObjectNode());
    List<String> silent =
        silent(
            values,
            (app, name, pointer) -> {
              Stack stack = TypedApp.stack(app, name, "eu-west-1", TypedApp.ACCOUNT);
              DynamoOutboxProps.Builder props =
                  DynamoOutboxProps.builder()
                      .artifacts(Synthesised.artifacts())
                      .target(
                          "bus", EventBus.Builder.create(stack, "Bus").eventBusName("shop").build())
                      .route("bus");
              typed.give.accept(stack, props);
              if (values.containsKey(pointer)) {
                props.set(pointer.substring(1).replace('/', '.'), values.get(pointer));
              }
              new DynamoOutbox(stack, "Outbox", props.build());
            });
    if (!typed.hasControl) {
      silent.remove("/infrastructure/redrive");
    }
    assertThat(silent).isEmpty();
  }

  /** What an app may give. */
  @SuppressWarnings("ImmutableEnumChecker") // Lambdas without state.
  private enum Typed {
    NOTHING(false, (stack, props) -> props.tableName("orders")),
    TABLE(false, (stack, props) -> props.table(TypedApp.table(stack, "Table").build())),
    TABLES(
        true,
        (stack, props) ->
            props
                .table(TypedApp.table(stack, "Table").build())
                .controlTable(TypedApp.table(stack, "Control").build())),
    TABLE_AND_KEY(
        true,
        (stack, props) ->
            props
                .table(TypedApp.table(stack, "Table").build())
                .controlTableName("orders-control")
                .key(TypedApp.key(stack, "Key"))),
    KEY_VPC_AND_TOPIC(
        true,
        (stack, props) ->
            props
                .tableName("orders")
                .controlTableName("orders-control")
                .key(TypedApp.key(stack, "Key"))
                .vpc(TypedApp.vpcIn(stack, "Vpc"))
                .alarmTopic(new Topic(stack, "Alarms")));

    private final boolean hasControl;
    private final BiConsumer<Stack, DynamoOutboxProps.Builder> give;

    Typed(boolean hasControl, BiConsumer<Stack, DynamoOutboxProps.Builder> give) {
      this.hasControl = hasControl;
      this.give = give;
    }
  }

  /** Makes a stack in which the key at a pointer has another value, if there is such a key. */
  private interface Maker {
    void make(App app, String stack, String pointer);
  }

  /** The keys that change nothing, and are not refused. */
  private static List<String> silent(Map<String, JsonNode> values, Maker maker) throws IOException {
    Map<String, JsonNode> templates = templates(values, maker);
    JsonNode before = templates.remove("");
    // Else every comparison would say that something has changed.
    assertThat(different(templates.remove(SAME), before)).isEmpty();
    assertThat(templates).hasSizeGreaterThan(10);
    List<String> silent = new ArrayList<>();
    templates.forEach(
        (key, template) -> {
          if (different(template, before).isEmpty()) {
            silent.add(key);
          }
        });
    return silent;
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

  private static void set(ObjectNode document, String pointer, @Nullable JsonNode value) {
    if (value != null) {
      int last = pointer.lastIndexOf('/');
      document.withObject(pointer.substring(0, last)).set(pointer.substring(last + 1), value);
    }
  }

  /** For each key that the stack reads and no relay, another value than the base has. */
  private static Map<String, JsonNode> values(ObjectNode base) {
    Map<String, JsonNode> values = new LinkedHashMap<>();
    values("/infrastructure", InfrastructureKeys.all(), base, values);
    for (Map.Entry<String, JsonNode> target : base.path("targets").properties()) {
      DocumentKeys.kinds().get(target.getValue().path("type").asText()).keys().keys().stream()
          .filter(key -> key.reader() == Key.Reader.INFRASTRUCTURE && key.within().isEmpty())
          .forEach(key -> value("/targets/" + target.getKey(), key, base, values));
    }
    return values;
  }

  private static void values(
      String path, Section section, ObjectNode base, Map<String, JsonNode> values) {
    for (Key<?> key : section.keys()) {
      Optional<Section> within = key.within();
      if (within.isPresent() && !TEXTS.containsKey(key.name())) {
        values(path + "/" + key.name(), within.get(), base, values);
      } else {
        value(path, key, base, values);
      }
    }
  }

  private static void value(
      String path, Key<?> key, ObjectNode base, Map<String, JsonNode> values) {
    String pointer = path + "/" + key.name();
    value(key.name(), JSON.valueToTree(key.schema()), base.at(pointer))
        .ifPresent(value -> values.put(pointer, value));
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

  /** Of those that are not refused, and of what has no other value under an empty name. */
  private static Map<String, JsonNode> templates(Map<String, JsonNode> values, Maker maker)
      throws IOException {
    App app = new App();
    Map<String, String> stacks = new LinkedHashMap<>();
    List<String> pointers = new ArrayList<>(values.keySet());
    pointers.addAll(List.of("", SAME));
    for (String pointer : pointers) {
      String stack = "Effect-" + stacks.size();
      try {
        maker.make(app, stack, pointer);
        stacks.put(pointer, stack);
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
              .replaceAll("Effect[0-9]+(Outbox)?(Monitoring|ServiceTask)[A-Za-z0-9]+", "$2");
      templates.put(stack.getKey(), JSON.readTree(unnamed));
    }
    return templates;
  }
}
