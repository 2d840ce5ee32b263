package io.github.dynamooutbox.infra;

import io.github.dynamooutbox.infra.TableSettings.Encryption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.Billing;
import software.amazon.awscdk.services.dynamodb.PointInTimeRecoverySpecification;
import software.amazon.awscdk.services.dynamodb.ReplicaTableProps;
import software.amazon.awscdk.services.dynamodb.StreamViewType;
import software.amazon.awscdk.services.dynamodb.TableEncryptionV2;
import software.amazon.awscdk.services.dynamodb.TableV2;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.kms.KeySpec;
import software.constructs.Construct;

/**
 * The table that holds the outbox records: a new one, or an existing one, about which nothing is
 * changed.
 *
 * <p>A new table is on demand and has point-in-time recovery, a TTL, and a stream with new images.
 */
public final class OutboxTable extends Construct {
  private final TableSettings settings;
  private final String tableArn;
  private final String streamArn;
  private final Optional<IKey> key;

  public OutboxTable(Construct scope, String id, TableSettings settings) {
    super(scope, id);
    this.settings = settings;
    if (settings.tableArn().isPresent()) {
      tableArn = settings.tableArn().get();
      streamArn =
          settings
              .streamArn()
              .orElseThrow(() -> new IllegalArgumentException("tableArn needs a streamArn"));
      key = settings.kmsKeyArn().map(arn -> Key.fromKeyArn(this, "Key", arn));
    } else if (settings.replication().isReplica()) {
      key = Optional.empty();
      tableArn = replicaArn();
      streamArn = new ReplicaStream(this, "Stream", settings.name(), tableArn).arn();
    } else {
      key = newKey();
      TableV2 table =
          secured(this, "Table", settings, key)
              .tableName(settings.name())
              .partitionKey(text(settings.partitionKey()))
              .sortKey(text(settings.sortKey()))
              .timeToLiveAttribute(settings.ttlAttribute())
              .dynamoStream(StreamViewType.NEW_IMAGE)
              .replicas(replicas())
              .build();
      tableArn = table.getTableArn();
      streamArn = table.getTableStreamArn();
    }
  }

  private List<ReplicaTableProps> replicas() {
    return settings.replication().regions().stream()
        .map(
            region ->
                ReplicaTableProps.builder()
                    .region(region)
                    .deletionProtection(settings.deletionProtection())
                    .build())
        .toList();
  }

  private String replicaArn() {
    return Stack.of(this)
        .formatArn(
            ArnComponents.builder()
                .service("dynamodb")
                .resource("table")
                .resourceName(settings.name())
                .build());
  }

  public TableSettings settings() {
    return settings;
  }

  /** The ARN of the stream that the relay reads. */
  public String streamArn() {
    return streamArn;
  }

  /** The customer key that encrypts the table, where it is one. */
  public Optional<IKey> key() {
    return key;
  }

  /**
   * The key for tables beside it: an existing table's is its owner's, and may refuse other uses.
   */
  Optional<IKey> keyForOthers() {
    return settings.tableArn().isPresent() ? Optional.empty() : key;
  }

  /** Lets a relay read the stream. */
  void allowToRead(RelayRole relay) {
    relay.allow(
        List.of("dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"),
        List.of(streamArn));
    key.ifPresent(used -> relay.allow(List.of("kms:Decrypt"), List.of(used.getKeyArn())));
  }

  /** Lets a writer put items of one partition. */
  void allowToPut(RelayRole writer, String partition) {
    writer.allow(
        List.of("dynamodb:PutItem"),
        List.of(tableArn),
        Map.of("ForAllValues:StringEquals", Map.of("dynamodb:LeadingKeys", List.of(partition))));
    key.ifPresent(used -> writer.allow(ControlTable.KEY_ACTIONS, List.of(used.getKeyArn())));
  }

  /** What a new table has, whichever it is. */
  static TableV2.Builder secured(
      Construct scope, String id, TableSettings settings, Optional<IKey> key) {
    return TableV2.Builder.create(scope, id)
        .billing(Billing.onDemand())
        .encryption(key.map(TableEncryptionV2::customerManagedKey).orElseGet(() -> own(settings)))
        .pointInTimeRecoverySpecification(
            PointInTimeRecoverySpecification.builder().pointInTimeRecoveryEnabled(true).build())
        .deletionProtection(settings.deletionProtection())
        .removalPolicy(removal(settings.retain()));
  }

  static Attribute text(String name) {
    return Attribute.builder().name(name).type(AttributeType.STRING).build();
  }

  static RemovalPolicy removal(boolean retain) {
    return retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
  }

  private static TableEncryptionV2 own(TableSettings settings) {
    return settings.encryption() == Encryption.AWS_OWNED
        ? TableEncryptionV2.dynamoOwnedKey()
        : TableEncryptionV2.awsManagedKey();
  }

  private Optional<IKey> newKey() {
    return settings.encryption() == Encryption.CUSTOMER
        ? Optional.of(
            Key.Builder.create(this, "Key")
                .description("Encrypts the outbox table " + settings.name())
                .enableKeyRotation(true)
                .keySpec(KeySpec.SYMMETRIC_DEFAULT)
                .removalPolicy(removal(settings.retain()))
                .build())
        : Optional.empty();
  }
}
