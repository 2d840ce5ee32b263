package io.github.dynamooutbox.infra;

import io.github.dynamooutbox.aws.examine.RelayActions;
import io.github.dynamooutbox.infra.TableSettings.Encryption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awscdk.ArnComponents;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Token;
import software.amazon.awscdk.services.dynamodb.Attribute;
import software.amazon.awscdk.services.dynamodb.AttributeType;
import software.amazon.awscdk.services.dynamodb.AutoscaledCapacityOptions;
import software.amazon.awscdk.services.dynamodb.Billing;
import software.amazon.awscdk.services.dynamodb.Capacity;
import software.amazon.awscdk.services.dynamodb.GlobalSecondaryIndexPropsV2;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.dynamodb.PointInTimeRecoverySpecification;
import software.amazon.awscdk.services.dynamodb.ReplicaTableProps;
import software.amazon.awscdk.services.dynamodb.StreamViewType;
import software.amazon.awscdk.services.dynamodb.Table;
import software.amazon.awscdk.services.dynamodb.TableEncryptionV2;
import software.amazon.awscdk.services.dynamodb.TableV2;
import software.amazon.awscdk.services.dynamodb.ThroughputProps;
import software.amazon.awscdk.services.iam.Grant;
import software.amazon.awscdk.services.iam.GrantOnPrincipalOptions;
import software.amazon.awscdk.services.iam.IGrantable;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.kms.KeySpec;
import software.constructs.Construct;

/**
 * The table that holds the outbox records: a new one, or an existing one, which is not changed in
 * any way.
 *
 * <p>A new table is on demand and has point-in-time recovery, a TTL, and a stream with new images.
 */
public final class OutboxTable extends Construct {
  /** What an operator has to read of a table, to know which one it is and how it is made. */
  static final List<String> EXAMINED =
      List.of("dynamodb:DescribeTable", "dynamodb:DescribeTimeToLive");

  private final TableSettings settings;
  private final ITable table;
  private final String tableArn;
  private final String streamArn;
  private final Optional<IKey> key;
  private final Optional<IKey> keyForOthers;

  /**
   * An existing table, or one of the same app, with the standard names of attributes.
   *
   * @throws ConfigException if it has no stream
   */
  public OutboxTable(Construct scope, String id, ITable table) {
    this(scope, id, TableSettings.of(table));
  }

  public OutboxTable(Construct scope, String id, TableSettings settings) {
    this(scope, id, settings, Optional.empty());
  }

  /**
   * A table, and the key of others.
   *
   * @param others encrypts what is made beside an existing table
   */
  OutboxTable(Construct scope, String id, TableSettings settings, Optional<IKey> others) {
    super(scope, id);
    this.settings = settings;
    if (settings.tableArn().isPresent()) {
      tableArn = settings.tableArn().get();
      table = imported();
      streamArn =
          settings
              .streamArn()
              .orElseThrow(() -> new IllegalArgumentException("tableArn needs a streamArn"));
      key = settings.kmsKeyArn().map(arn -> Key.fromKeyArn(this, "Key", arn));
      keyForOthers =
          others.isPresent()
              ? others
              : newKey("ControlKey", "what the relay of " + settings.name() + " keeps");
    } else if (settings.replication().isReplica()) {
      key = Optional.empty();
      keyForOthers = key;
      tableArn = replicaArn();
      streamArn = new ReplicaStream(this, "Stream", settings.name(), tableArn).arn();
      table = imported();
    } else {
      key = newKey("Key", "the outbox table " + settings.name());
      keyForOthers = key;
      TableV2 made =
          secured(this, "Table", settings, key)
              .tableName(settings.name())
              .partitionKey(text(settings.partitionKey()))
              .sortKey(text(settings.sortKey()))
              .timeToLiveAttribute(settings.ttlAttribute())
              .dynamoStream(StreamViewType.NEW_IMAGE)
              .globalSecondaryIndexes(indexes())
              .replicas(replicas())
              .build();
      table = made;
      tableArn = made.getTableArn();
      streamArn =
          Objects.requireNonNull(made.getTableStreamArn(), "the table was just given a stream");
    }
  }

  private List<GlobalSecondaryIndexPropsV2> indexes() {
    return settings.shape().indexes().entrySet().stream()
        .map(
            index -> {
              GlobalSecondaryIndexPropsV2.Builder made =
                  GlobalSecondaryIndexPropsV2.builder()
                      .indexName(index.getKey())
                      .partitionKey(text(index.getValue().get(0)));
              index.getValue().stream().skip(1).forEach(key -> made.sortKey(text(key)));
              return made.build();
            })
        .toList();
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

  private ITable imported() {
    return Table.fromTableArn(this, "Imported", tableArn);
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

  /** The table, for other uses. */
  public ITable table() {
    return table;
  }

  /**
   * Permits a service to write events: to put records and markers of idempotency keys, to check the
   * previous record, and to read a marker. It still needs permissions for its own items.
   */
  public Grant grantWrite(IGrantable writer) {
    key.ifPresent(used -> used.grantEncryptDecrypt(writer));
    return Grant.addToPrincipal(
        GrantOnPrincipalOptions.builder()
            .grantee(writer)
            .actions(List.of("dynamodb:ConditionCheckItem", "dynamodb:GetItem", "dynamodb:PutItem"))
            .resourceArns(List.of(tableArn))
            .conditions(
                Map.of(
                    "ForAllValues:StringLike",
                    Map.of(
                        "dynamodb:LeadingKeys",
                        List.of(literal(settings.prefix()) + "*", "OUTBOX-COMMAND#*"))))
            .build());
  }

  /** Not as a wildcard or a variable. IAM user guide, "IAM policy elements: Variables and tags". */
  private static String literal(String text) {
    return text.replaceAll("[$*?]", "\\${$0}");
  }

  /** The ARN of the stream that the relay reads. */
  public String streamArn() {
    return streamArn;
  }

  /** The customer key that encrypts the table, if there is one. */
  public Optional<IKey> key() {
    return key;
  }

  /**
   * The customer key for the tables beside it, if one was chosen. An existing table's key may not
   * permit other uses, so a new one is created.
   */
  Optional<IKey> keyForOthers() {
    return keyForOthers;
  }

  /** Lets an operator read the table and its stream, and examine both. */
  void allowToOperate(Rights operator) {
    operator.allow(EXAMINED, List.of(tableArn));
    operator.allow(
        List.of("dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query", "dynamodb:Scan"),
        List.of(tableArn));
    allowToRead(operator);
  }

  /** Lets a relay read the stream. */
  void allowToRead(Rights relay) {
    relay.allow(RelayActions.STREAM, List.of(streamArn));
    key.ifPresent(used -> relay.allow(List.of("kms:Decrypt"), List.of(used.getKeyArn())));
  }

  /** Lets a relay read whichever stream the table has: switched off and on, it is another one. */
  void allowToFollow(Rights relay) {
    relay.allow(RelayActions.STREAM, List.of(tableArn + "/stream/*"));
    relay.allow(List.of("dynamodb:DescribeTable"), List.of(tableArn));
    // The action takes no resource.
    relay.allow(List.of("dynamodb:ListStreams"), List.of("*"));
    key.ifPresent(used -> relay.allow(List.of("kms:Decrypt"), List.of(used.getKeyArn())));
  }

  /**
   * Lets a writer put records of one aggregate, whose id may contain what is only known during the
   * deployment.
   */
  void allowToPut(Rights writer, String aggregate) {
    String partition = settings.prefix().replace("$", "${$}") + aggregate;
    writer.allow(
        List.of("dynamodb:PutItem"),
        List.of(tableArn),
        Map.of("ForAllValues:StringEquals", Map.of("dynamodb:LeadingKeys", List.of(partition))));
    key.ifPresent(used -> writer.allow(ControlTable.KEY_ACTIONS, List.of(used.getKeyArn())));
  }

  /** What all new tables have. */
  static TableV2.Builder secured(
      Construct scope, String id, TableSettings settings, Optional<IKey> key) {
    return TableV2.Builder.create(scope, id)
        .billing(billing(settings.shape()))
        .encryption(key.map(TableEncryptionV2::customerManagedKey).orElseGet(() -> own(settings)))
        .pointInTimeRecoverySpecification(
            PointInTimeRecoverySpecification.builder().pointInTimeRecoveryEnabled(true).build())
        .deletionProtection(settings.deletionProtection())
        .removalPolicy(removal(settings));
  }

  private static Billing billing(TableSettings.Shape shape) {
    return shape
        .units()
        .map(
            units ->
                Billing.provisioned(
                    ThroughputProps.builder()
                        .readCapacity(following(units.maxRead()))
                        .writeCapacity(following(units.maxWrite()))
                        .build()))
        .orElseGet(Billing::onDemand);
  }

  private static Capacity following(int most) {
    return Capacity.autoscaled(
        AutoscaledCapacityOptions.builder().minCapacity(1).maxCapacity(most).build());
  }

  static Attribute text(String name) {
    return Attribute.builder().name(name).type(AttributeType.STRING).build();
  }

  /**
   * A table that is protected against deletion is kept even if its creation is rolled back:
   * otherwise the rollback itself would fail.
   */
  private static RemovalPolicy removal(TableSettings settings) {
    return !settings.retain()
        ? RemovalPolicy.DESTROY
        : settings.deletionProtection()
            ? RemovalPolicy.RETAIN
            : RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE;
  }

  private static TableEncryptionV2 own(TableSettings settings) {
    return settings.encryption() == Encryption.AWS_OWNED
        ? TableEncryptionV2.dynamoOwnedKey()
        : TableEncryptionV2.awsManagedKey();
  }

  private Optional<IKey> newKey(String id, String encrypts) {
    boolean given = settings.kmsKeyArn().isPresent() && settings.tableArn().isEmpty();
    if ((given || settings.encryption() == Encryption.CUSTOMER)
        && Token.isUnresolved(Stack.of(this).getRegion())) {
      throw new ConfigException(
          List.of(
              "infrastructure.region: is missing; for a customer key the CDK needs the stack's"
                  + " region"));
    }
    if (given) {
      return settings.kmsKeyArn().map(arn -> Key.fromKeyArn(this, id, arn));
    }
    return settings.encryption() == Encryption.CUSTOMER
        ? Optional.of(
            Key.Builder.create(this, id)
                .description("Encrypts " + encrypts)
                .enableKeyRotation(true)
                .keySpec(KeySpec.SYMMETRIC_DEFAULT)
                .removalPolicy(removal(settings))
                .build())
        : Optional.empty();
  }
}
