package io.github.dynamooutbox.infra;

import io.github.dynamooutbox.aws.targets.ResourceKind;
import io.github.dynamooutbox.aws.targets.TargetResource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.services.cloudwatch.Alarm;
import software.amazon.awscdk.services.cloudwatch.Metric;
import software.amazon.awscdk.services.iam.Grant;
import software.amazon.awscdk.services.iam.IGrantable;
import software.amazon.awscdk.services.lambda.Function;
import software.amazon.awscdk.services.sns.ITopic;
import software.constructs.Construct;

/**
 * An outbox and everything that belongs to it: tables, targets, relay, redrive, heartbeat, alarms
 * and dashboard, as the configuration says.
 */
public final class DynamoOutbox extends Construct {
  private final OutboxConfig config;
  private final RelayArtifacts artifacts;
  private final OutboxTable table;
  private final Optional<ControlTable> control;
  private final Optional<PayloadBucket> payloads;
  private final OutboxTargets targets;
  private final Monitoring monitoring;
  private final Optional<LambdaRelay> function;
  private final Optional<KclRelay> service;
  private final Optional<Redriver> redriver;
  private final Optional<Heartbeat> heartbeat;
  private int operators;

  /**
   * Creates all of it.
   *
   * @throws ConfigException if no artifacts were given and none are found, or if something does not
   *     go with the stack's region or account
   */
  public DynamoOutbox(Construct scope, String id, DynamoOutboxProps props) {
    super(scope, id);
    this.config = props.config();
    Outboxes.of(this).check(this, config);
    this.artifacts = props.artifacts();
    this.table = new OutboxTable(this, "Outbox", config.table(), config.given().key());
    this.control =
        config.control().map(settings -> new ControlTable(this, "Control", settings, table));
    this.payloads =
        config.payloads().map(settings -> new PayloadBucket(this, "Payloads", settings, table));
    this.targets =
        new OutboxTargets(
            this, "Targets", config.targets(), config.archive(), config.table().retain());
    ConfigHandover handover = new ConfigHandover(this, "Config", config, targets);
    this.monitoring =
        new Monitoring(
            this,
            "Monitoring",
            handover.service(),
            targets,
            config.alarms(),
            config.hasDashboard());
    RelayParts parts =
        new RelayParts(
            handover, table, targets, control, payloads.filter(any -> config.sendsLargePayloads()));
    Optional<RelayNetwork> network = network();
    network.ifPresent(
        each ->
            config
                .targets()
                .forEach(
                    target ->
                        target.brokers().ifPresent(brokers -> each.reach(target.name(), brokers))));
    LambdaRelay.Props relayProps =
        new LambdaRelay.Props(
            artifacts.functions(),
            parts,
            config.function(),
            config.mapping(),
            network.filter(any -> config.runsFunctionsInVpc()),
            TargetLayers.of(this, "Layers", artifacts, config));
    this.function = config.hasFunction() ? Optional.of(function(relayProps)) : Optional.empty();
    this.service = network.filter(any -> config.hasService()).map(each -> service(parts, each));
    this.redriver = control.map(any -> redriver(relayProps));
    this.heartbeat = config.heartbeat().enabled() ? Optional.of(heartbeat()) : Optional.empty();
    monitoring.addCosts(costs(handover.service()));
    monitoring.summarise();
  }

  /**
   * Permits a service to write events, and large payloads where there is a bucket for them; see
   * {@link OutboxTable#grantWrite}.
   */
  public Grant grantWrite(IGrantable writer) {
    Grant grant = table.grantWrite(writer);
    return payloads.map(bucket -> grant.combine(bucket.grantPut(writer))).orElse(grant);
  }

  /**
   * Permits a role or user to run all of the operators' commands on this outbox: to read tables,
   * stream, archives and abandoned batches, to act on what is parked, and to publish as the relay
   * does. What {@code outbox doctor} reads besides, such as descriptions of functions and roles, is
   * not among it.
   *
   * @throws IllegalArgumentException if nothing can be added to it, as to a role of another account
   */
  public void grantOperate(IGrantable operator) {
    operators++;
    Rights rights = new GrantedOperator(this, "Operator" + operators, operator);
    table.allowToOperate(rights);
    control.ifPresent(each -> each.allowToOperate(rights));
    payloads.ifPresent(each -> each.allow(rights));
    targets.allow(rights);
    targets.allowToRead(rights);
    function.ifPresent(each -> each.allowToOperate(rights));
    service.ifPresent(each -> each.allowToOperate(rights));
  }

  /** The table with its stream. */
  public OutboxTable table() {
    return table;
  }

  /**
   * The control table, with parked events; empty unless one is configured: then nothing is parked.
   */
  public Optional<ControlTable> controlTable() {
    return control;
  }

  /** The bucket of large payloads; empty unless {@code infrastructure.payloads} is configured. */
  public Optional<PayloadBucket> payloads() {
    return payloads;
  }

  /** The targets, with the ARNs of new resources. */
  public OutboxTargets targets() {
    return targets;
  }

  /** The relay on Lambda; empty if it runs on Fargate only. */
  public Optional<LambdaRelay> lambdaRelay() {
    return function;
  }

  /** The relay on Fargate; empty if it runs on Lambda only. */
  public Optional<KclRelay> kclRelay() {
    return service;
  }

  /**
   * The redrive function, which counts and publishes parked events; empty without a control table.
   */
  public Optional<Redriver> redriver() {
    return redriver;
  }

  /** The function that commits heartbeats; empty where they are off. */
  public Optional<Heartbeat> heartbeatFunction() {
    return heartbeat;
  }

  /** All functions: relay, redrive, heartbeat. */
  public List<Function> functions() {
    List<Function> functions = new ArrayList<>();
    function.map(LambdaRelay::function).ifPresent(functions::add);
    redriver.map(Redriver::function).ifPresent(functions::add);
    heartbeat.map(Heartbeat::function).ifPresent(functions::add);
    return functions;
  }

  /** Alarms, metrics and the graphs of the dashboard, for actions and dashboards of your own. */
  public Monitoring monitoring() {
    return monitoring;
  }

  /** All alarms; none where they are off. */
  public List<Alarm> alarms() {
    return monitoring.alarms();
  }

  /** The topic of the alarms; empty where they are off. */
  public Optional<ITopic> alarmTopic() {
    return monitoring.topic();
  }

  private Optional<RelayNetwork> network() {
    List<ResourceKind> kinds =
        config.targets().stream()
            .flatMap(target -> target.resource().stream())
            .map(TargetResource::kind)
            .toList();
    return config
        .given()
        .vpc()
        .map(given -> new RelayNetwork(this, "Network", given, kinds))
        .or(
            () ->
                config.hasService() || config.network().isPresent()
                    ? Optional.of(new RelayNetwork(this, "Network", config.network(), kinds))
                    : Optional.empty());
  }

  private LambdaRelay function(LambdaRelay.Props props) {
    LambdaRelay relay = new LambdaRelay(this, "Lambda", props);
    monitoring.watch(relay);
    return relay;
  }

  private KclRelay service(RelayParts parts, RelayNetwork network) {
    ServiceSettings settings = config.service();
    KclRelay relay =
        new KclRelay(
            this,
            "Service",
            new KclRelay.Props(
                settings
                    .image()
                    .map(image -> RelayImage.existing(this, image))
                    .or(artifacts::service)
                    .orElseThrow(DynamoOutbox::noImage),
                parts,
                settings,
                network));
    monitoring.watch(relay);
    return relay;
  }

  private static ConfigException noImage() {
    return new ConfigException(
        List.of(
            "infrastructure.service.image: is missing; name an image of kcl-relay-service, or give"
                + " RelayArtifacts one: RelayImage.built(<directory>)"));
  }

  private Redriver redriver(LambdaRelay.Props props) {
    Redriver made = new Redriver(this, "Redriver", props, config.redrives());
    monitoring.watch(made);
    return made;
  }

  private Heartbeat heartbeat() {
    Heartbeat made =
        new Heartbeat(
            this,
            "Heartbeat",
            new Heartbeat.Props(
                artifacts.heartbeat(),
                table,
                config.heartbeat(),
                config.function().logRetentionDays()));
    monitoring.watch(made);
    return made;
  }

  private List<Metric> costs(String service) {
    RelayMetrics metrics = new RelayMetrics(service);
    List<Metric> costs = new ArrayList<>();
    for (Function each : functions()) {
      costs.add(metrics.lambda("Invocations", each));
      costs.add(metrics.lambda("Duration", each));
    }
    costs.add(metrics.writeUnits(table.settings().name()));
    control.ifPresent(each -> costs.add(metrics.writeUnits(each.table().getTableName())));
    return costs;
  }
}
