package io.github.dynamooutbox.cli.internal.doctor;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.examine.Examination;
import io.github.dynamooutbox.aws.examine.Finding;
import io.github.dynamooutbox.aws.examine.OutboxExamination;
import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.TargetRight;
import io.github.dynamooutbox.cli.internal.doctor.OperatorRights.Place;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.SSEDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Examines an outbox and what relays it. Changes nothing, and publishes nothing. */
public final class Doctor {
  private static final String BUCKETS = ":s3:::";

  private final RelayConfig config;
  private final String leaseTable;
  private final Examination examination;

  /** With what is answered, an examination ends within 20 seconds. */
  private static final Duration UNANSWERED = Duration.ofSeconds(12);

  /**
   * @param leaseTable the KCL relay's; need not exist
   * @param waiting is told what does not answer for seconds
   * @param listener notified of each finding as soon as there is one
   */
  public Doctor(
      RelayConfig config, String leaseTable, Consumer<String> waiting, Consumer<Finding> listener) {
    this.config = config;
    this.leaseTable = leaseTable;
    examination = new Examination(waiting, UNANSWERED, listener);
  }

  /** Takes some dozens of calls, and some seconds to see whether workers renew their leases. */
  public List<Finding> examine() {
    OutboxExamination.Tables tables = OutboxExamination.run(config, examination);
    tables.source().map(TableDescription::tableArn).ifPresent(this::place);
    config
        .warnings()
        .forEach(warning -> examination.advise("configuration", warning, "correct it"));
    Map<String, String> keys = new HashMap<>();
    tables.source().ifPresent(table -> key(table, keys));
    tables.control().ifPresent(table -> key(table, keys));
    List<RelayLambda> functions =
        tables
            .source()
            .filter(table -> table.latestStreamArn() != null)
            .map(this::relays)
            .orElse(List.of());
    tables.source().ifPresent(table -> operator(table, tables.control(), functions, keys));
    return examination.findings();
  }

  private void place(String arn) {
    AwsPlace place = AwsPlace.of(arn);
    examination.fine(
        "table \"%s\"".formatted(config.table().name()),
        "is in account %s, region %s".formatted(place.account(), place.region()));
  }

  private List<RelayLambda> relays(TableDescription table) {
    RelayExamination here = new RelayExamination(config.table(), leaseTable, examination);
    List<RelayLambda> functions = here.of(table, Optional.empty());
    RightsExamination rights = new RightsExamination(config, examination);
    functions.forEach(function -> rights.of(function, table));
    table.replicas().stream()
        .map(replica -> replica.regionName())
        .filter(region -> !table.tableArn().contains(':' + region + ':'))
        .forEach(here::ofReplica);
    return functions;
  }

  private void key(TableDescription table, Map<String, String> keys) {
    Optional.ofNullable(table.sseDescription())
        .map(SSEDescription::kmsMasterKeyArn)
        .filter(key -> new KeyExamination(examination).of(table.tableName(), key))
        .ifPresent(key -> keys.put(table.tableArn(), key));
  }

  private void operator(
      TableDescription table,
      Optional<TableDescription> control,
      List<RelayLambda> functions,
      Map<String, String> keys) {
    NeededRights needed = new NeededRights();
    AwsPlace place = AwsPlace.of(table.tableArn());
    try (OperatorTrial trial = new OperatorTrial()) {
      on(Place.TABLE, table, keys, needed, trial);
      Optional.ofNullable(table.latestStreamArn()).ifPresent(arn -> needed.on(Place.STREAM, arn));
      needed.on(Place.LEASES, place.arn("dynamodb", "table/" + leaseTable));
      control.ifPresent(it -> on(Place.CONTROL, it, keys, needed, trial));
      functions.stream()
          .flatMap(function -> function.abandoned().stream())
          .filter(arn -> arn.contains(BUCKETS))
          .forEach(arn -> needed.onBucket(Place.BUCKET, arn, arn + "/*"));
      config.targets().stream()
          .flatMap(target -> target.rights(place).stream())
          .forEach(right -> target(right, needed));
      new OperatorExamination(examination, needed).run(table, trial);
    }
  }

  private static void on(
      Place place,
      TableDescription table,
      Map<String, String> keys,
      NeededRights needed,
      OperatorTrial trial) {
    needed.on(place, table.tableArn());
    trial.add(table);
    Optional.ofNullable(keys.get(table.tableArn())).ifPresent(key -> needed.toDecrypt(place, key));
  }

  private static void target(TargetRight right, NeededRights needed) {
    needed.toSend(right.actions(), right.resource());
    if (right.resource().contains(BUCKETS)) {
      String bucket = right.resource().replaceFirst("/.*", "");
      needed.onBucket(Place.ARCHIVE, bucket, right.resource());
    }
  }
}
