package io.github.dynamooutbox.infra;

import io.github.dynamooutbox.aws.config.DocumentKeys;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awscdk.Acknowledgment;
import software.amazon.awscdk.CfnResource;
import software.amazon.awscdk.CfnResourceProps;
import software.amazon.awscdk.Fn;
import software.amazon.awscdk.ITaggable;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Resource;
import software.amazon.awscdk.TagManager;
import software.amazon.awscdk.TagManagerOptions;
import software.amazon.awscdk.TagType;
import software.amazon.awscdk.Validations;
import software.amazon.awscdk.services.iam.Grant;
import software.amazon.awscdk.services.iam.GrantOnPrincipalOptions;
import software.amazon.awscdk.services.iam.IGrantable;
import software.amazon.awscdk.services.kms.IKey;
import software.constructs.Construct;

/**
 * A Custom Event Bus of EventBridge: a new one, or one that exists. The CDK that resolves here has
 * no class for it. Its properties and attributes are those of CloudFormation's reference; it was
 * not deployed yet.
 */
public final class CustomEventBus extends Resource {
  static final String KIND = "eventbridgev2";

  private final Optional<String> name;
  private final String arn;
  private final Optional<IKey> key;
  private Optional<CfnResource> latest = Optional.empty();

  /**
   * Creates a bus.
   *
   * @param name unique in the account and region
   * @param retentionDays for how long it keeps events, 1 to 365
   * @param key customer managed key that encrypts it; its policy has to let EventBridge use it.
   *     Empty: a key that AWS owns
   */
  public CustomEventBus(
      Construct scope, String id, String name, int retentionDays, Optional<IKey> key) {
    this(scope, id, name, retentionDays, key, RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  }

  CustomEventBus(
      Construct scope,
      String id,
      String name,
      int retentionDays,
      Optional<IKey> key,
      RemovalPolicy removal) {
    super(scope, id);
    Bus bus = new Bus(this, "Resource");
    bus.addPropertyOverride("Name", name);
    bus.addPropertyOverride("StorageConfiguration.RetentionPeriodInDays", retentionDays);
    key.ifPresent(
        used ->
            bus.addPropertyOverride("EncryptionConfiguration.KmsKeyIdentifier", used.getKeyArn()));
    bus.applyRemovalPolicy(removal);
    isNewerThanTheCdk(bus);
    this.name = Optional.of(name);
    this.arn = bus.getAtt("EventBusArn").toString();
    this.key = key;
  }

  private CustomEventBus(Construct scope, String id, String arn, Optional<IKey> key) {
    super(scope, id);
    this.name = Optional.empty();
    this.arn = arn;
    this.key = key;
  }

  /**
   * A bus that exists.
   *
   * @param arn ends with the bus's id
   * @param key customer managed key that encrypts it
   */
  public static CustomEventBus fromArn(Construct scope, String id, String arn, Optional<IKey> key) {
    return new CustomEventBus(scope, id, arn, key);
  }

  /** Its ARN, which ends with the id that EventBridge gave it. */
  public String arn() {
    return arn;
  }

  /** The value of the dimension {@code EventBus} of its metrics: name and id, and not the ARN. */
  public String nameAndId() {
    return afterKind(arn, kind().beforeName());
  }

  /** What follows in an ARN, which may be known only when it is deployed. */
  static String afterKind(String arn, String kind) {
    return Fn.select(1, Fn.split(kind, arn));
  }

  /** Where new projects validate templates, a type that the CDK does not know yet is an error. */
  static void isNewerThanTheCdk(CfnResource resource) {
    Validations.of(resource)
        .acknowledge(
            Acknowledgment.builder()
                .id("CloudFormation-Validate::F3006")
                .reason("The type is newer than the CDK that resolves here.")
                .build());
  }

  /** EventBridge creates and deletes one subscriber of a bus at a time. */
  void oneAfterTheOther(CfnResource subscriber) {
    latest.ifPresent(before -> subscriber.getNode().addDependency(before));
    latest = Optional.of(subscriber);
  }

  /** Customer managed key that encrypts it. */
  public Optional<IKey> key() {
    return key;
  }

  /** The name of a new bus. */
  Optional<String> name() {
    return name;
  }

  /** Permits to publish, with both operations. Who may not use the bus's key may not publish. */
  public Grant grantPublish(IGrantable publisher) {
    Grant grant =
        Grant.addToPrincipal(
            GrantOnPrincipalOptions.builder()
                .grantee(publisher)
                .actions(List.of("events:PutEvents", "events:PutRawEvents"))
                .resourceArns(List.of(arn))
                .build());
    return key.map(used -> grant.combine(used.grantDecrypt(publisher))).orElse(grant);
  }

  private static ResourceKind kind() {
    return Objects.requireNonNull(DocumentKeys.kinds().get(KIND)).resource().orElseThrow();
  }

  /** Takes the tags of its stack, as the CDK's own classes do. */
  private static final class Bus extends CfnResource implements ITaggable {
    private final @Nullable TagManager tags;

    Bus(Construct scope, String id) {
      super(scope, id, CfnResourceProps.builder().type(kind().cloudFormation()).build());
      tags =
          new TagManager(
              TagType.KEY_VALUE,
              kind().cloudFormation(),
              List.of(),
              TagManagerOptions.builder().tagPropertyName("Tags").build());
    }

    /** Null while the superclass is constructed. */
    @Override
    @SuppressWarnings("NullAway")
    public TagManager getTags() {
      return tags;
    }
  }
}
