package io.github.dynamooutbox.infra;

import io.github.dynamooutbox.aws.examine.RelayActions;
import java.util.List;
import java.util.Optional;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.kms.Key;
import software.constructs.Construct;

/**
 * Keeps the relay's state: parked events, closed lanes, finished-ahead lists and receipts. It has
 * no stream, so that no relay reads its own writes. Deletion protection, retention and encryption
 * are the outbox table's.
 */
public final class ControlTable extends Construct {
  /**
   * What the relays call, and no more: a transaction needs the actions of what it consists of.
   * Compared with their code by a test.
   */
  static final List<String> ACTIONS = RelayActions.CONTROL;

  static final List<String> KEY_ACTIONS =
      List.of(
          "kms:Decrypt",
          "kms:DescribeKey",
          "kms:Encrypt",
          "kms:GenerateDataKey",
          "kms:ReEncryptFrom",
          "kms:ReEncryptTo");

  private final ITable table;
  private final Optional<IKey> key;

  /**
   * @param name the table's name
   * @param outbox the outbox table, whose protection and key this table shares
   */
  public ControlTable(Construct scope, String id, String name, OutboxTable outbox) {
    this(scope, id, new ControlSettings(name, Optional.empty(), Optional.empty()), outbox);
  }

  /**
   * @param settings a new table's name, or an existing table
   * @param outbox the outbox table, whose protection and key a new table shares
   */
  public ControlTable(Construct scope, String id, ControlSettings settings, OutboxTable outbox) {
    super(scope, id);
    if (settings.tableArn().isPresent()) {
      this.key = settings.kmsKeyArn().map(arn -> Key.fromKeyArn(this, "Key", arn));
      this.table = Table.fromTableArn(this, "Table", settings.tableArn().get());
      return;
    }
    this.key = outbox.keyForOthers();
    this.table =
        OutboxTable.secured(this, "Table", outbox.settings(), key)
            .tableName(settings.name())
            .partitionKey(OutboxTable.text("PK"))
            .sortKey(OutboxTable.text("SK"))
            .timeToLiveAttribute("ttl")
            .build();
  }

  /** The table, new or existing. */
  public ITable table() {
    return table;
  }

  /** Permits an operator to act on what is parked, and to examine the table. */
  void allowToOperate(Rights operator) {
    operator.allow(OutboxTable.EXAMINED, List.of(table.getTableArn()));
    operator.allow(List.of("dynamodb:PartiQLSelect"), List.of(table.getTableArn()));
    allow(operator);
  }

  /** Permits a relay to keep its state here. */
  void allow(Rights relay) {
    relay.allow(ACTIONS, List.of(table.getTableArn()));
    key.ifPresent(used -> relay.allow(KEY_ACTIONS, List.of(used.getKeyArn())));
  }
}
