package io.github.dynamooutbox.infra;

import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import io.github.dynamooutbox.aws.targets.TargetResource;
import io.github.dynamooutbox.aws.targets.TargetRight;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awscdk.Acknowledgment;
import software.amazon.awscdk.Duration;
import software.amazon.awscdk.IResource;
import software.amazon.awscdk.RemovalPolicy;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.Validations;
import software.amazon.awscdk.services.events.EventBus;
import software.amazon.awscdk.services.kinesis.CfnStream;
import software.amazon.awscdk.services.kinesis.Stream;
import software.amazon.awscdk.services.kinesis.StreamEncryption;
import software.amazon.awscdk.services.kinesis.StreamMode;
import software.amazon.awscdk.services.kms.Alias;
import software.amazon.awscdk.services.kms.IKey;
import software.amazon.awscdk.services.kms.Key;
import software.amazon.awscdk.services.s3.Bucket;
import software.amazon.awscdk.services.sns.CfnTopic;
import software.amazon.awscdk.services.sns.FifoThroughputScope;
import software.amazon.awscdk.services.sns.Topic;
import software.amazon.awscdk.services.sqs.CfnQueue;
import software.amazon.awscdk.services.sqs.DeduplicationScope;
import software.amazon.awscdk.services.sqs.FifoThroughputLimit;
import software.amazon.awscdk.services.sqs.Queue;
import software.amazon.awscdk.services.sqs.QueueEncryption;
import software.constructs.Construct;

/** The targets: one with a name is created, one with an ARN is used as it is. */
public final class OutboxTargets extends Construct {
  /** A topic's default limit; only with it may anything subscribe to the topic. */
  private static final int SNS_BYTES = 256 * 1024;

  /** What the CDK finds in a template with a property that it does not know. */
  private static final String UNKNOWN_PROPERTY = "CloudFormation-Validate::F3002";

  static final int KINESIS_BYTES = 1024 * 1024;
  static final int SQS_BYTES = 1024 * 1024;

  static final String BUS = "AWS::Events::EventBus";
  private static final String TOPIC = "AWS::SNS::Topic";
  private static final String STREAM = "AWS::Kinesis::Stream";
  private static final String QUEUE = "AWS::SQS::Queue";
  static final String BUCKET = "AWS::S3::Bucket";
  private static final String CUSTOM_BUS = "AWS::EventsV2::EventBus";
  private static final Set<String> CREATED = Set.of(BUS, CUSTOM_BUS, TOPIC, STREAM, QUEUE, BUCKET);

  private static final String OBJECTS =
      "The relay names an archive's objects by their content, and puts them below its prefix.";

  /** The maximum: a consumer may be down for that long. */
  private static final Duration QUEUE_RETENTION = Duration.days(14);

  private final List<TargetSettings> settings;
  private final ArchiveSettings archive;
  private final Map<String, String> arns = new TreeMap<>();
  private final Map<String, IResource> made = new TreeMap<>();
  private final Map<String, CustomEventBus> customBuses = new TreeMap<>();
  private final RemovalPolicy removal;
  private Optional<IKey> snsKey = Optional.empty();

  /**
   * @param retain whether what is created stays when the stack is removed
   */
  public OutboxTargets(Construct scope, String id, List<TargetSettings> settings, boolean retain) {
    this(scope, id, settings, new ArchiveSettings(Optional.empty(), Optional.empty()), retain);
  }

  /**
   * @param archive settings of new archives, which stay in any case
   * @param retain whether everything else that is created stays when the stack is removed
   */
  public OutboxTargets(
      Construct scope,
      String id,
      List<TargetSettings> settings,
      ArchiveSettings archive,
      boolean retain) {
    super(scope, id);
    this.settings = List.copyOf(settings);
    this.archive = archive;
    // Not retained when its creation is rolled back: the next deployment creates it again.
    this.removal = retain ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
    for (TargetSettings target : settings) {
      target
          .resource()
          .ifPresent(
              resource -> {
                if (resource.kind().cloudFormation().equals(CUSTOM_BUS)) {
                  CustomEventBus bus = customBus(target);
                  customBuses.put(target.name(), bus);
                  bus.name().ifPresent(created -> made.put(target.name(), bus));
                }
                arns.put(target.name(), target.arn().orElseGet(() -> create(target, resource)));
              });
    }
  }

  /** The Custom Event Buses, new and existing, by their targets' names. */
  public Map<String, CustomEventBus> customBuses() {
    return Collections.unmodifiableMap(customBuses);
  }

  private CustomEventBus customBus(TargetSettings target) {
    Optional<IKey> key = key(target);
    return target
        .arn()
        .map(arn -> CustomEventBus.fromArn(this, target.name(), arn, key))
        .orElseGet(
            () ->
                new CustomEventBus(
                    this,
                    target.name(),
                    target.resourceName().orElseThrow(),
                    target.retentionDays().orElseThrow(),
                    key,
                    removal));
  }

  /** The ARN of each target that is an AWS resource, by the target's name. */
  public Map<String, String> arns() {
    return Collections.unmodifiableMap(arns);
  }

  /**
   * What was created for a target, for rules, subscriptions and other uses: {@code
   * targets.made("bus", EventBus.class)}.
   *
   * @param type {@code EventBus}, {@code Topic}, {@code Stream}, {@code Queue} or {@code Bucket}
   * @return empty if there is no such target, or if it uses a resource that exists
   */
  public <R extends IResource> Optional<R> made(String target, Class<R> type) {
    return Optional.ofNullable(made.get(target)).filter(type::isInstance).map(type::cast);
  }

  /** The targets' names, as in metrics. */
  public List<String> names() {
    return settings.stream().map(TargetSettings::name).sorted().toList();
  }

  /** Lets a relay publish: what the relay's own target says that it needs. */
  void allow(Rights relay) {
    Stack stack = Stack.of(this);
    AwsPlace here = new AwsPlace(stack.getPartition(), stack.getRegion(), stack.getAccount());
    for (TargetSettings target : settings) {
      Optional<TargetResource> resource = target.resource();
      List<TargetRight> rights = new ArrayList<>(target.relayed().rights(here));
      resource.ifPresent(
          each -> {
            // The same with the ARN that the deployment knows.
            rights.removeAll(each.rights(here));
            rights.addAll(0, each.rights(Objects.requireNonNull(arns.get(target.name()))));
          });
      for (TargetRight right : rights) {
        relay.allow(right.actions(), List.of(right.resource()));
      }
      if (rights.stream().anyMatch(right -> right.resource().equals("*"))) {
        NagSuppression.wildcard(relay, "Resource::\\*", "A schema's version is read by its id.");
      }
      resource
          .map(TargetResource::part)
          .filter(part -> !part.isEmpty())
          .ifPresent(
              part -> NagSuppression.wildcard(relay, "Resource::.*" + quoted(part), OBJECTS));
      resource.ifPresent(
          each ->
              target
                  .kmsKeyArn()
                  .ifPresent(key -> relay.allow(each.kind().keyActions(), List.of(key))));
    }
  }

  /** Lets an operator read archives. */
  void allowToRead(Rights operator) {
    for (TargetSettings target : settings) {
      String arn = arns.get(target.name());
      if (arn != null && isArchive(target)) {
        operator.allow(List.of("s3:ListBucket"), List.of(arn));
        operator.allow(List.of("s3:GetObject"), List.of(arn + "/*"));
        target.kmsKeyArn().ifPresent(key -> operator.allow(List.of("kms:Decrypt"), List.of(key)));
      }
    }
  }

  private static boolean isArchive(TargetSettings target) {
    return target
        .resource()
        .filter(resource -> resource.kind().cloudFormation().equals(BUCKET))
        .isPresent();
  }

  private static String quoted(String part) {
    return part.replaceAll("[^A-Za-z0-9]", "\\\\$0");
  }

  /** Whether the stack can create such a resource; it can always use one that exists. */
  static boolean creates(ResourceKind kind) {
    return CREATED.contains(kind.cloudFormation());
  }

  private String create(TargetSettings target, TargetResource resource) {
    String id = target.name();
    String name = resource.nameOrArn();
    return switch (resource.kind().cloudFormation()) {
      case BUS -> bus(id, name);
      case CUSTOM_BUS -> Objects.requireNonNull(customBuses.get(id)).arn();
      case TOPIC -> topic(id, name, target);
      case STREAM -> stream(id, name, target);
      case QUEUE -> queue(id, name, target);
      case BUCKET -> bucket(id, name, target);
      default -> throw new IllegalStateException("is never created: " + id);
    };
  }

  private String bus(String id, String name) {
    EventBus bus = EventBus.Builder.create(this, id).eventBusName(name).build();
    bus.applyRemovalPolicy(removal);
    made.put(id, bus);
    return bus.getEventBusArn();
  }

  private String bucket(String id, String name, TargetSettings target) {
    Bucket bucket = ArchiveBucket.create(this, id, name, key(target), archive);
    made.put(id, bucket);
    return bucket.getBucketArn();
  }

  private Optional<IKey> key(TargetSettings target) {
    return target.kmsKeyArn().map(arn -> Key.fromKeyArn(this, "Key of " + target.name(), arn));
  }

  private String topic(String id, String name, TargetSettings target) {
    Topic.Builder topic =
        Topic.Builder.create(this, id)
            .topicName(name)
            .masterKey(key(target).orElseGet(this::snsKey))
            .enforceSsl(true);
    if (name.endsWith(".fifo")) {
      // An event's duplicates are in its aggregate's group: no need to search the whole topic.
      topic.fifo(true).fifoThroughputScope(FifoThroughputScope.MESSAGE_GROUP);
    }
    Topic built = topic.build();
    built.applyRemovalPolicy(removal);
    made.put(id, built);
    target
        .maxEntryBytes()
        .filter(bytes -> bytes > SNS_BYTES)
        .ifPresent(
            bytes -> {
              ((CfnTopic) Objects.requireNonNull(built.getNode().getDefaultChild()))
                  .addPropertyOverride("MaximumMessageSize", bytes);
              Validations.of(built)
                  .acknowledge(
                      Acknowledgment.builder()
                          .id(UNKNOWN_PROPERTY)
                          .reason(
                              "SNS has MaximumMessageSize; this aws-cdk-lib does not know it yet")
                          .build());
            });
    return built.getTopicArn();
  }

  private String stream(String id, String name, TargetSettings target) {
    Optional<IKey> key = key(target);
    Stream.Builder stream =
        Stream.Builder.create(this, id)
            .streamName(name)
            .streamMode(StreamMode.ON_DEMAND)
            .encryption(key.isPresent() ? StreamEncryption.KMS : StreamEncryption.MANAGED)
            .removalPolicy(removal);
    key.ifPresent(stream::encryptionKey);
    Stream built = stream.build();
    made.put(id, built);
    target
        .maxEntryBytes()
        .filter(bytes -> bytes > KINESIS_BYTES)
        .ifPresent(
            bytes ->
                ((CfnStream) Objects.requireNonNull(built.getNode().getDefaultChild()))
                    .setMaxRecordSizeInKiB((bytes + 1023) / 1024));
    return built.getStreamArn();
  }

  private String queue(String id, String name, TargetSettings target) {
    Optional<IKey> key = key(target);
    Queue.Builder queue =
        Queue.Builder.create(this, id)
            .queueName(name)
            .encryption(key.isPresent() ? QueueEncryption.KMS : QueueEncryption.SQS_MANAGED)
            .retentionPeriod(QUEUE_RETENTION)
            .enforceSsl(true)
            .removalPolicy(removal);
    key.ifPresent(queue::encryptionMasterKey);
    if (name.endsWith(".fifo")) {
      queue
          .fifo(true)
          .deduplicationScope(DeduplicationScope.MESSAGE_GROUP)
          .fifoThroughputLimit(FifoThroughputLimit.PER_MESSAGE_GROUP_ID);
    }
    Queue built = queue.build();
    made.put(id, built);
    CfnQueue resource = (CfnQueue) Objects.requireNonNull(built.getNode().getDefaultChild());
    resource.setMaximumMessageSize(target.maxEntryBytes().orElse(SQS_BYTES));
    NagSuppression.because(
        built, "AwsSolutions-SQS3", "Which messages are given up, and where to, consumers decide.");
    return built.getQueueArn();
  }

  /** The account's key for SNS; its policy lets everybody who may publish use it. */
  private IKey snsKey() {
    return snsKey.orElseGet(
        () -> {
          // The blank distinguishes it from every target.
          IKey key = Alias.fromAliasName(this, "Key of SNS", "alias/aws/sns");
          snsKey = Optional.of(key);
          return key;
        });
  }
}
