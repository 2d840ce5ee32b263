package io.github.dynamooutbox.cli.internal.doctor;

import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.aws.examine.Examination;
import io.github.dynamooutbox.aws.examine.Finding;
import io.github.dynamooutbox.aws.examine.OutboxExamination;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.SSEDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Examines an outbox and what relays it. Changes nothing, and publishes nothing. */
public final class Doctor {
  private final RelayConfig config;
  private final String leaseTable;
  private final Examination examination = new Examination();

  /**
   * @param leaseTable of the KCL relay; need not exist
   */
  public Doctor(RelayConfig config, String leaseTable) {
    this.config = config;
    this.leaseTable = leaseTable;
  }

  /** Some dozen calls, and some seconds to see whether workers renew their leases. */
  public List<Finding> examine() {
    OutboxExamination.Tables tables = OutboxExamination.run(config, examination);
    config
        .warnings()
        .forEach(warning -> examination.advise("configuration", warning, "correct it"));
    tables.source().ifPresent(this::key);
    tables.control().ifPresent(this::key);
    tables
        .source()
        .ifPresent(table -> new OperatorExamination(examination).of(table, tables.control()));
    tables.source().filter(table -> table.latestStreamArn() != null).ifPresent(this::relays);
    return examination.findings();
  }

  private void relays(TableDescription table) {
    RelayExamination here = new RelayExamination(config.table(), leaseTable, examination);
    List<RelayLambda> functions = here.of(table, Optional.empty());
    RightsExamination rights = new RightsExamination(config, examination);
    functions.forEach(function -> rights.of(function, table));
    table.replicas().stream()
        .map(replica -> replica.regionName())
        .filter(region -> !table.tableArn().contains(':' + region + ':'))
        .forEach(here::ofReplica);
  }

  private void key(TableDescription table) {
    Optional.ofNullable(table.sseDescription())
        .map(SSEDescription::kmsMasterKeyArn)
        .ifPresent(key -> new KeyExamination(examination).of(table.tableName(), key));
  }
}
