package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.config.DocumentKeys;
import io.github.dynamooutbox.aws.config.InfrastructureKeys;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.infra.TableSettings.Replication;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.services.dynamodb.ITable;

/**
 * The document that the relay and the infrastructure read, without errors and with its defaults.
 * Immutable.
 */
public final class OutboxConfig {
  private final ObjectNode document;
  private final Replication replication;
  private final Given given;

  /** A document, with resources of the CDK in place of what it names. */
  OutboxConfig(StackDocument stack, Given given) {
    this(stack.document(), stack.replication(), given);
  }

  private OutboxConfig(ObjectNode document, Replication replication, Given given) {
    this.document = document;
    this.replication = replication;
    this.given = given;
  }

  /**
   * Reads a file. Most describe one stack; environments and replicas add more, to be deployed in
   * the order of the list.
   *
   * @throws ConfigException if the file cannot be read, or holds errors; it lists them all
   */
  public static List<OutboxConfig> read(Path file) {
    return parseAll(ContextDocument.read(file));
  }

  /**
   * Reads a document without environments and replicas.
   *
   * @throws ConfigException if it holds errors; it lists them all
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
   * @throws ConfigException if it holds errors; it lists them all
   */
  public static List<OutboxConfig> parseAll(String json) {
    return new ConfigReader(Given.NOTHING).read(json);
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
        TableSettings.of(
            ConfigSchema.withDefaults(document.path("table"), DocumentKeys.section("table")),
            deployed("table", InfrastructureKeys.TABLE),
            replication);
    return given
        .table()
        .map(table::existing)
        .orElseGet(() -> given.key().map(table::encryptedWith).orElse(table));
  }

  /** The control table's name. */
  public Optional<String> controlTable() {
    return control().map(ControlSettings::name);
  }

  /** The table's name; empty if it is only known during the deployment. */
  Optional<String> tableName() {
    return given.table().isPresent()
        ? given.table().flatMap(OutboxConfig::name)
        : TableSettings.text(document.path("table"), "name");
  }

  /** The control table's name; empty if there is none, or if it is not known yet. */
  Optional<String> controlTableName() {
    return given.control().isPresent()
        ? given.control().flatMap(OutboxConfig::name)
        : TableSettings.text(document.path("controlTable"), "name");
  }

  private static Optional<String> name(ITable table) {
    return Given.nameOf(table).or(() -> Deployment.Place.known(table.getTableName()));
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
    return FunctionSettings.of(deployed("function", InfrastructureKeys.FUNCTION));
  }

  public MappingSettings mapping() {
    return MappingSettings.of(
        ConfigSchema.withDefaults(document.path("relay"), DocumentKeys.section("relay")),
        deployed("mapping", InfrastructureKeys.MAPPING));
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
    return ServiceSettings.of(deployed("service", InfrastructureKeys.SERVICE));
  }

  /**
   * Whether the functions run in the relay's VPC, if it has one: beside a relay on Fargate only
   * where they have to reach brokers.
   */
  boolean runsFunctionsInVpc() {
    return (hasFunction() && (given.vpc().isPresent() || network().isPresent()))
        || targets().stream().anyMatch(target -> target.brokers().isPresent());
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
        ? Optional.of(PayloadSettings.of(deployed("payloads", InfrastructureKeys.PAYLOADS)))
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
    return HeartbeatSettings.of(deployed("heartbeat", InfrastructureKeys.HEARTBEAT));
  }

  public AlarmSettings alarms() {
    ObjectNode alarms = deployed("alarms", InfrastructureKeys.ALARMS);
    given.alarms().ifPresent(topic -> alarms.put("topicArn", topic.getTopicArn()));
    return AlarmSettings.of(alarms);
  }

  /** Whether there is a dashboard. */
  public boolean hasDashboard() {
    return all().path("dashboard").asBoolean();
  }

  ObjectNode document() {
    return document;
  }

  Replication replication() {
    return replication;
  }

  Given given() {
    return given;
  }

  /** Whether blocked lanes are redriven by schedule; if not, what is parked is only counted. */
  public boolean redrives() {
    return all().path("redrive").asBoolean();
  }

  public List<TargetSettings> targets() {
    return document.path("targets").properties().stream()
        .map(target -> TargetSettings.of(target.getKey(), target.getValue()))
        .map(
            target ->
                Optional.ofNullable(given.targets().get(target.name()))
                    .map(target::existing)
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
      for (Key<?> key : target.kind().keys().keys()) {
        if (key.reader() == Key.Reader.INFRASTRUCTURE) {
          fields.remove(key.name());
        }
      }
      target
          .kind()
          .resource()
          .ifPresent(
              resource -> {
                fields.remove(resource.name().name());
                fields.put(resource.arn().name(), arns.get(target.name()));
              });
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

  private ObjectNode all() {
    return ConfigSchema.withDefaults(infrastructure(), InfrastructureKeys.all());
  }

  private JsonNode infrastructure() {
    return document.path("infrastructure");
  }

  private ObjectNode deployed(String section, Section keys) {
    return ConfigSchema.withDefaults(infrastructure().path(section), keys);
  }
}
