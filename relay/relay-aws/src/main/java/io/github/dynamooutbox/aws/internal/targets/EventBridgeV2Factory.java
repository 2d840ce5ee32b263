package io.github.dynamooutbox.aws.internal.targets;

import static io.github.dynamooutbox.aws.keys.Key.Reader.BOTH;
import static io.github.dynamooutbox.aws.keys.Key.Reader.INFRASTRUCTURE;

import io.github.dynamooutbox.aws.internal.bus.BusClient.Registry;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.keys.TextRule;
import io.github.dynamooutbox.aws.targets.EnvelopeForm;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.SendingKeys;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFields;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Custom Event Buses of EventBridge. */
public final class EventBridgeV2Factory extends AwsFactory {
  /** API reference, PutEvents. */
  private static final int ENTRIES = 100;

  /** No page of AWS says how large an event or a request may be: the bus decides. */
  private static final int UNKNOWN_BYTES = Integer.MAX_VALUE;

  /** Up to here requests are filled; a larger event is sent alone. */
  private static final int FILLED_BYTES = 1024 * 1024;

  private static final String RAW = "raw";

  private static final Section KEYS =
      Section.of(
          "A [Custom Event Bus](configuration.md#eventbridges-custom-event-bus) of EventBridge.");

  /** Names and ARNs: API reference, CreateEventBus and PutEvents. */
  static final ResourceKind BUS =
      ResourceKind.of(
              "AWS::EventsV2::EventBus",
              Key.text(
                      "busName",
                      TextRule.of(
                          "[A-Za-z0-9][A-Za-z0-9._-]{0,255}",
                          "a bus name: up to 256 letters, digits, . _ and -, the first one a"
                              + " letter or digit"))
                  .readBy(BOTH)
                  .about(
                      "A bus that the infrastructure creates. The relay needs the ARN; both have to "
                          + "agree."),
              Key.text(
                      "busArn",
                      ResourceKind.arnRule(
                          "events",
                          "event-busv2/[A-Za-z0-9][A-Za-z0-9._-]{0,255}/[a-z0-9]{25}",
                          "the ARN of a Custom Event Bus:"
                              + " arn:aws:events:<region>:<account>:event-busv2/<name>/<id>"))
                  .readBy(BOTH)
                  .about("The ARN of an existing bus."))
          .arns("events", "event-busv2/")
          .idAfterName()
          .actions("events:DescribeEventBus", "events:PutEvents", "events:PutRawEvents")
          // User guide, "Encryption": who may not read a bus's events may not publish them either.
          .keyActions("kms:Decrypt")
          .endpoint("eventsv2")
          .in(KEYS);

  private static final Key<String> API =
      KEYS.add(
          Key.choice("api", "events", RAW)
              .byDefault("events")
              .readBy(BOTH)
              .about(
                  "`events`: `PutEvents`, in the envelope of Classic. `raw`: `PutRawEvents`, the "
                      + "CloudEvent or the payload as it is."));

  /** API reference, StorageConfiguration. */
  private static final Key<Integer> RETENTION =
      KEYS.add(
          Key.number("retentionDays", 1, 365)
              .byDefault(14)
              .readBy(INFRASTRUCTURE)
              .about("How long a new bus keeps events."));

  /** API reference, SchemaRegistryConfiguration. */
  private static final Key<String> REGISTRY =
      KEYS.add(
          Key.text(
                  "schemaRegistryUri",
                  TextRule.of(
                      "arn:[a-z0-9-]+:glue:[a-z0-9-]+:[0-9]{12}:registry/[A-Za-z0-9_$#-]{1,255}"
                          + "|https://[A-Za-z0-9-]+([.][A-Za-z0-9-]+)*(:[0-9]{1,5})?",
                      "the ARN of a registry of Glue, or the https URL of one of Confluent Cloud"))
              .about(
                  "Where the bus finds schemas of Avro and Protobuf: a Glue registry's ARN, or "
                      + "the URL of one of Confluent Cloud. Only with `\"api\": \"raw\"` and `\"envelope\": "
                      + "\"data\"`. Default: the bus does not look into them."));

  /** API reference, ConfluentPublicRegistryConfiguration. */
  private static final Key<String> CONNECTION =
      KEYS.add(
          Key.text(
                  "schemaRegistryConnectionArn",
                  ResourceKind.arnRule(
                      "events", "connection/.+", "the ARN of an EventBridge connection"))
              .about(
                  "The EventBridge connection with the credentials of Confluent Cloud, which "
                      + "needs it."));

  private static final SendingKeys SENDING =
      SendingKeys.of(
              ENTRIES,
              Key.number("maxEntryBytes", 1024, UNKNOWN_BYTES)
                  .about("Largest event. Default: the bus decides, and what it refuses is parked."))
          .resourceDecides(FILLED_BYTES)
          .alwaysOrdered("a Custom Event Bus")
          .in(KEYS);

  static {
    KEYS.rule(
        "dependentSchemas",
        Map.of(
            REGISTRY.name(),
            Map.of(
                "required",
                List.of("api", "envelope"),
                "properties",
                Map.of("api", Map.of("const", RAW), "envelope", Map.of("const", "data")),
                "anyOf",
                List.of(
                    Map.of("properties", Map.of(REGISTRY.name(), beginsWith("arn:"))),
                    Section.isPresent(CONNECTION))),
            CONNECTION.name(),
            Map.of(
                "required",
                List.of(REGISTRY.name()),
                "properties",
                Map.of(REGISTRY.name(), beginsWith("https:")))));
  }

  private static Map<String, String> beginsWith(String text) {
    return Map.of("pattern", "^" + text);
  }

  /** For the service loader. */
  public EventBridgeV2Factory() {
    super("eventbridgev2", KEYS, BUS);
  }

  @Override
  public TargetConfig read(String name, TargetFields fields) {
    String bus = BUS.read(fields);
    boolean raw = fields.get(API).equals(RAW);
    Sending sending = SENDING.readWithBytes(fields, UNKNOWN_BYTES);
    // For the infrastructure.
    fields.find(RETENTION);
    Optional<Registry> registry = registry(fields);
    if (fields.has(REGISTRY) && !(raw && sending.envelope() == EnvelopeForm.DATA)) {
      fields.problem(
          REGISTRY,
          "is used only with \"api\": \"raw\" and \"envelope\": \"data\", which publish Avro and"
              + " Protobuf as they are");
    }
    return new EventBridgeV2Config(name, bus, raw, registry, sending);
  }

  private static Optional<Registry> registry(TargetFields fields) {
    Optional<String> uri = fields.find(REGISTRY);
    Optional<String> connection = fields.find(CONNECTION);
    boolean isConfluent = uri.filter(it -> it.startsWith("https:")).isPresent();
    if (isConfluent && !fields.has(CONNECTION)) {
      fields.missing(CONNECTION, "give the EventBridge connection with the registry's credentials");
    }
    if (!isConfluent && fields.has(CONNECTION)) {
      fields.problem(
          CONNECTION, "is used only with a schemaRegistryUri of Confluent Cloud, an https URL");
    }
    return uri.map(it -> new Registry(it, connection));
  }
}
