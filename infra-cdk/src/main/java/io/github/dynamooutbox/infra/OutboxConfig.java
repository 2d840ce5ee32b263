package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.infra.TableSettings.Replication;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The document that the relay and the infrastructure read, without mistakes and with its defaults.
 * Immutable.
 */
public final class OutboxConfig {
  private final ConfigSchema schema;
  private final ObjectNode document;
  private final Replication replication;
  private final Given given;

  OutboxConfig(ConfigSchema schema, StackDocument stack) {
    this(schema, stack.document(), stack.replication(), Given.NOTHING);
  }

  private OutboxConfig(
      ConfigSchema schema, ObjectNode document, Replication replication, Given given) {
    this.schema = schema;
    this.document = document;
    this.replication = replication;
    this.given = given;
  }

  /** The same, with resources of the CDK in place of what the document names. */
  OutboxConfig with(Given resources) {
    return new OutboxConfig(schema, document, replication, resources);
  }

  /**
   * Reads a file. Most describe one stack; environments and replicas add more, to be deployed in
   * the order of the list.
   *
   * @throws ConfigException if the file cannot be read, or holds mistakes; it lists them all
   */
  public static List<OutboxConfig> read(Path file) {
    return parseAll(ContextDocument.read(file));
  }

  /**
   * Reads a document without environments and replicas.
   *
   * @throws ConfigException if it holds mistakes; it lists them all
   * @throws IllegalArgumentException if it describes more than one stack
   */
  public static OutboxConfig parse(String json) {
    List<OutboxConfig> all = parseAll(json);
    if (all.size() != 1) {
      throw new IllegalArgumentException("describes " + all.size() + " stacks: use parseAll");
    }
    return all.get(0);
  }

  /**
   * Reads a document: a configuration for each of its stacks, in the order to deploy them.
   *
   * @throws ConfigException if it holds mistakes; it lists them all
   */
  public static List<OutboxConfig> parseAll(String json) {
    return new ConfigReader().read(json);
  }

  /** The stack's name: as configured, or after the table. */
  public String stackName() {
    return StackDocument.stackName(document);
  }

  /** The account to deploy to, unless it is the one that the credentials belong to. */
  public Optional<String> account() {
    return TableSettings.text(infrastructure(), "account");
  }

  /** The region to deploy to, unless it is the one that the profile names. */
  public Optional<String> region() {
    return TableSettings.text(infrastructure(), "region");
  }

  public TableSettings table() {
    TableSettings table =
        TableSettings.of(document.path("table"), deployed("table", "deployedTable"), replication);
    return given
        .table()
        .map(table::existing)
        .orElseGet(() -> given.key().map(table::encryptedWith).orElse(table));
  }

  /** The control table's name. */
  public Optional<String> controlTable() {
    return control().map(ControlSettings::name);
  }

  /** The control table. */
  public Optional<ControlSettings> control() {
    return given
        .control()
        .map(ControlSettings::of)
        .or(
            () ->
                TableSettings.text(document.path("controlTable"), "name")
                    .map(name -> ControlSettings.of(name, infrastructure().path("controlTable"))));
  }

  public FunctionSettings function() {
    return FunctionSettings.of(deployed("function", "deployedFunction"));
  }

  public MappingSettings mapping() {
    return MappingSettings.of(
        schema.withDefaults(document.path("relay"), "relay"),
        deployed("mapping", "deployedMapping"));
  }

  /** Whether a relay runs on Fargate with KCL. */
  public boolean hasService() {
    return hostIs("kcl") || infrastructure().path("bothRelays").asBoolean();
  }

  /** Whether a relay is a Lambda function. */
  public boolean hasFunction() {
    return !hostIs("kcl") || infrastructure().path("bothRelays").asBoolean();
  }

  private boolean hostIs(String host) {
    return document.path("relay").path("host").asText().equals(host);
  }

  public ServiceSettings service() {
    return ServiceSettings.of(deployed("service", "deployedService"));
  }

  /** Whether the functions run in the relay's VPC. */
  boolean runsFunctionsInVpc() {
    return hasFunction() && (given.vpc().isPresent() || network().isPresent());
  }

  /** The existing VPC in which the relay runs. */
  public Optional<NetworkSettings> network() {
    return infrastructure().has("network")
        ? Optional.of(NetworkSettings.of(infrastructure().path("network")))
        : Optional.empty();
  }

  /** The bucket of large payloads. */
  public Optional<PayloadSettings> payloads() {
    return infrastructure().has("payloads")
        ? Optional.of(PayloadSettings.of(deployed("payloads", "deployedPayloads")))
        : Optional.empty();
  }

  /** Whether the relay fetches large payloads and sends them itself. */
  boolean sendsLargePayloads() {
    return document
        .path("targets")
        .valueStream()
        .anyMatch(target -> target.path("inlinePayloadBytes").asInt() > 0);
  }

  /** What becomes of events in new archives. */
  public ArchiveSettings archive() {
    return ArchiveSettings.of(infrastructure().path("archive"));
  }

  public HeartbeatSettings heartbeat() {
    return HeartbeatSettings.of(deployed("heartbeat", "deployedHeartbeat"));
  }

  public AlarmSettings alarms() {
    ObjectNode alarms = deployed("alarms", "deployedAlarms");
    given.alarms().ifPresent(topic -> alarms.put("topicArn", topic.getTopicArn()));
    return AlarmSettings.of(alarms);
  }

  /** Whether there is a dashboard. */
  public boolean hasDashboard() {
    return infrastructure().path("dashboard").asBoolean(true);
  }

  Given given() {
    return given;
  }

  /** Whether blocked lanes are redriven by schedule; if not, what is parked is only counted. */
  public boolean redrives() {
    return infrastructure().path("redrive").asBoolean(true);
  }

  public List<TargetSettings> targets() {
    return document.path("targets").properties().stream()
        .map(target -> TargetSettings.of(target.getKey(), target.getValue()))
        .map(
            target ->
                Optional.ofNullable(given.targets().get(target.name()))
                    .map(resource -> resource.sentAs(target))
                    .orElse(target))
        .toList();
  }

  /**
   * What the relay receives: this document with each target's ARN in place of its name, and of the
   * infrastructure only the function's timeout, which the relay checks at start.
   *
   * @param arns the ARN of each target, by the target's name
   */
  public String resolved(Map<String, String> arns) {
    ObjectNode resolved = relayed();
    resolved.withObject("/table").put("name", table().name());
    controlTable().ifPresent(name -> resolved.withObject("/controlTable").put("name", name));
    for (TargetSettings target : targets()) {
      ObjectNode fields = (ObjectNode) resolved.path("targets").path(target.name());
      if (target.type().isResource()) {
        fields.remove(List.of(target.type().nameKey(), "kmsKeyArn"));
        fields.put(target.type().arnKey(), arns.get(target.name()));
      } else {
        fields.remove("securityGroupId");
      }
    }
    return resolved.toString();
  }

  /** Whether the table is a copy that another stack creates. */
  boolean isReplica() {
    return replication.isReplica();
  }

  /** A hash of what the relay gets, in 16 characters: another document has another one. */
  String hash() {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256")
              .digest((relayed() + given.names()).getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(hash, 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  private ObjectNode relayed() {
    ObjectNode relayed = document.deepCopy();
    relayed.remove(List.of("$schema", "infrastructure"));
    relayed
        .withObject("/infrastructure/function")
        .put("timeoutSeconds", function().timeoutSeconds());
    return relayed;
  }

  private JsonNode infrastructure() {
    return document.path("infrastructure");
  }

  private ObjectNode deployed(String section, String definition) {
    return schema.withDefaults(infrastructure().path(section), definition);
  }
}
