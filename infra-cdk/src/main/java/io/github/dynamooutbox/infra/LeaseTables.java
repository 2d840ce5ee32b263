package io.github.dynamooutbox.infra;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.services.dynamodb.GlobalSecondaryIndexPropsV2;
import software.amazon.awscdk.services.dynamodb.ProjectionType;
import software.amazon.awscdk.services.dynamodb.TableV2;
import software.amazon.awscdk.services.kms.IKey;
import software.constructs.Construct;

/**
 * The three tables that KCL's workers share, created here so that the workers need no permission to
 * create tables. Without them a worker reads the stream's last 24 hours again and loses no event,
 * so they are deleted with the stack.
 */
final class LeaseTables extends Construct {
  /** KCL's name for its index of the leases. */
  private static final String INDEX = "LeaseOwnerToLeaseKeyIndex";

  private static final List<String> ACTIONS =
      List.of(
          "dynamodb:DeleteItem",
          "dynamodb:DescribeTable",
          "dynamodb:GetItem",
          "dynamodb:PutItem",
          "dynamodb:Query",
          "dynamodb:Scan",
          "dynamodb:UpdateItem");

  private final TableV2 leases;
  private final TableV2 coordinator;
  private final TableV2 workerMetrics;
  private final Optional<IKey> key;

  /**
   * @param outbox the outbox table, whose encryption these tables share
   */
  LeaseTables(Construct scope, String id, OutboxTable outbox) {
    super(scope, id);
    key = outbox.keyForOthers();
    leases =
        table("Leases", "leaseKey", outbox)
            .globalSecondaryIndexes(
                List.of(
                    GlobalSecondaryIndexPropsV2.builder()
                        .indexName(INDEX)
                        .partitionKey(OutboxTable.text("leaseOwner"))
                        .sortKey(OutboxTable.text("leaseKey"))
                        .projectionType(ProjectionType.KEYS_ONLY)
                        .build()))
            .build();
    coordinator = table("Coordinator", "key", outbox).build();
    workerMetrics = table("WorkerMetrics", "wid", outbox).build();
  }

  private TableV2.Builder table(String id, String partitionKey, OutboxTable outbox) {
    return OutboxTable.secured(this, id, outbox.settings(), key)
        .partitionKey(OutboxTable.text(partitionKey))
        .deletionProtection(false)
        .removalPolicy(RemovalPolicy.DESTROY);
  }

  /** The variables that tell a worker the tables' names. */
  Map<String, String> environment() {
    return Map.of(
        "OUTBOX_KCL_LEASE_TABLE", leases.getTableName(),
        "OUTBOX_KCL_COORDINATOR_TABLE", coordinator.getTableName(),
        "OUTBOX_KCL_WORKER_METRICS_TABLE", workerMetrics.getTableName());
  }

  /** Lets an operator see who relays what, and how far. */
  void allowToScan(Rights operator) {
    operator.allow(List.of("dynamodb:Scan"), List.of(leases.getTableArn()));
    key.ifPresent(used -> operator.allow(List.of("kms:Decrypt"), List.of(used.getKeyArn())));
  }

  /** Lets a worker share leases with others. */
  void allow(Rights relay) {
    relay.allow(
        ACTIONS,
        List.of(leases.getTableArn(), coordinator.getTableArn(), workerMetrics.getTableArn()));
    relay.allow(List.of("dynamodb:Query"), List.of(leases.getTableArn() + "/index/" + INDEX));
    key.ifPresent(used -> relay.allow(ControlTable.KEY_ACTIONS, List.of(used.getKeyArn())));
  }
}
