package io.github.dynamooutbox.aws.config;

import static io.github.dynamooutbox.aws.keys.Key.Reader.BOTH;
import static io.github.dynamooutbox.aws.keys.Key.Reader.INFRASTRUCTURE;
import static io.github.dynamooutbox.aws.keys.Key.Reader.RELAY;

import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.keys.TextRule;
import java.util.List;
import java.util.Map;

/**
 * Declares {@code infrastructure}, which the CDK app reads. A relay never loads this class: what it
 * compares with its own settings, {@link DeployedTimes} reads.
 */
public final class InfrastructureKeys {
  private static final String GIVE = "the infrastructure needs it";

  /** CloudWatch Logs API reference, PutRetentionPolicy. */
  private static final List<Integer> LOG_DAYS =
      List.of(
          1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827, 2192, 2557,
          2922, 3288, 3653);

  private static final Section INDEX =
      keys(
          "A global secondary index; its keys are of type S.",
          Key.text("partitionKey", TableReader.ATTRIBUTE)
              .required(GIVE)
              .about("Name of the index's partition key attribute."),
          Key.text("sortKey", TableReader.ATTRIBUTE)
              .about("Name of the index's sort key attribute."));

  public static final Section TABLE =
      keys(
              "Settings of the table, or an existing table.",
              Key.text("tableArn", InfrastructureTexts.TABLE_ARN)
                  .about("An existing table, which is not changed in any way."),
              Key.text("streamArn", InfrastructureTexts.STREAM_ARN)
                  .about("The existing table's stream, with NEW_IMAGE or NEW_AND_OLD_IMAGES."),
              Key.text("kmsKeyArn", TextRule.keyArn())
                  .about(
                      "The customer managed key that encrypts the existing table; without "
                          + "`table.tableArn`, an existing key for the new tables."),
              Key.choice("encryption", "aws-owned", "aws-managed", "customer")
                  .byDefault("aws-managed")
                  .about("Key that encrypts a new table and its control table."),
              Key.flag("deletionProtection")
                  .byDefault(true)
                  .about("Whether new tables are protected against deletion."),
              Key.flag("retain")
                  .byDefault(true)
                  .about(
                      "Whether new tables and created targets are kept when the stack is deleted."),
              Key.named("indexes", TableReader.TABLE_NAME, 20, INDEX)
                  .about(
                      "Global secondary indexes of a new table: by name, an object with "
                          + "`partitionKey` and optionally `sortKey`, names of attributes of type S. "
                          + "All attributes are projected."),
              Key.number("maxReadUnits", 1, 40_000)
                  .about(
                      "Most read units a second of a new table with provisioned capacity, which "
                          + "follows the traffic. Needs `table.maxWriteUnits`. Default: on demand."),
              Key.number("maxWriteUnits", 1, 40_000)
                  .about(
                      "Most write units a second of a new table with provisioned capacity. Needs "
                          + "`table.maxReadUnits`."),
              Key.named("replicas", InfrastructureTexts.REPLICA, Integer.MAX_VALUE, Section.of(""))
                  .about(
                      "Regions to replicate a new table to, each with an object that is merged "
                          + "into this document. Each region becomes a separate stack with a relay "
                          + "that publishes what was written there (`relay.regions`); its name ends "
                          + "with the region. Needs `region`."))
          .rule(
              "dependentRequired",
              Map.of(
                  "tableArn", List.of("streamArn"),
                  "streamArn", List.of("tableArn"),
                  "maxReadUnits", List.of("maxWriteUnits"),
                  "maxWriteUnits", List.of("maxReadUnits")));

  public static final Section FUNCTION =
      keys(
          "The Lambda function of the relay.",
          Key.number("memoryMegabytes", 512, 10_240)
              .byDefault(1_024)
              .about("Memory, which also determines the share of a processor."),
          Key.number("timeoutSeconds", 10, 900)
              .byDefault(60)
              .readBy(BOTH)
              .about(
                  "Timeout of an invocation. Failing targets are retried until then. Must be "
                      + "more than 5 seconds longer than `relay.callTimeoutMillis`."),
          Key.flag("tracing")
              .byDefault(false)
              .about("Whether invocations are traced with AWS X-Ray."),
          Key.number("reservedConcurrency", 1, 1_000)
              .about(
                  "Concurrency that is reserved for the relay, and its limit: not below the "
                      + "number of shards of the stream. Default: none."),
          Key.choice("logRetentionDays", LOG_DAYS).byDefault(30).about("Retention of the logs."));

  public static final Section MAPPING =
      keys(
          "The event source mapping. The relay's guarantees depend on the settings with a "
              + "single value.",
          Key.number("batchingWindowSeconds", 0, 300)
              .byDefault(0)
              .about("How long a batch may wait for more records."),
          Key.flag("bisectOnError")
              .byDefault(true)
              .about("Whether a batch is split in halves when the function itself fails."),
          Key.fixed("startingPosition", "TRIM_HORIZON")
              .about("Anything later loses what is committed while the mapping is being created."),
          Key.fixed("reportItemFailures", true)
              .about(
                  "Without partial batch responses one failed event causes its whole batch "
                      + "to be sent again."),
          Key.fixed("parallelizationFactor", 1)
              .about(
                  "Above 1, Lambda keeps the order of each item but not of each partition "
                      + "key, and the order of an aggregate is lost."),
          Key.fixed("maximumRetryAttempts", -1)
              .about(
                  "A limit would discard events when a target is down for long; -1 means no "
                      + "limit."),
          Key.fixed("maximumRecordAgeSeconds", -1)
              .about(
                  "A limit would discard events when a target is down for long; -1 means no "
                      + "limit."));

  public static final Section SERVICE =
      keys(
          "The KCL relay on Fargate, used if `relay.host` is `kcl`.",
          Key.choice("cpuUnits", List.of(512, 1024, 2048, 4096))
              .byDefault(512)
              .about(
                  "CPU units of a task; 1024 units are one vCPU. Fargate's smallest size, 256, "
                      + "is refused: under load it cannot renew its leases in time."),
          Key.number("memoryMegabytes", 1_024, 30_720, 1024)
              .byDefault(2_048)
              .about(
                  "Memory of a task. Fargate accepts two to eight megabytes for each CPU "
                      + "unit, in steps of 1024."),
          Key.number("tasks", 1, 50)
              .byDefault(2)
              .about(
                  "Number of tasks. Two survive the loss of a zone; tasks beyond the number "
                      + "of shards stand by."),
          Key.number("maxTasks", 1, 50)
              .about(
                  "Most tasks. Above `service.tasks`, their number follows the lag of the "
                      + "slowest shard. Default: always `service.tasks`."),
          Key.flag("spot")
              .byDefault(false)
              .about(
                  "Whether tasks run on Fargate Spot: cheaper, and stopped with two minutes' "
                      + "notice."),
          Key.number("idleMillis", 10, 10_000)
              .byDefault(100)
              .about(
                  "Pause between two reads of a shard. A shorter pause lowers latency and "
                      + "costs more reads."),
          Key.text("image", InfrastructureTexts.IMAGE)
              .about(
                  "An existing image for arm64 in a registry, with its tag or digest. Default: the "
                      + "image is built from `kcl-relay-service` at deployment, which needs Docker."),
          Key.choice("logRetentionDays", LOG_DAYS)
              .byDefault(30)
              .about("Retention of the logs; same values as `function.logRetentionDays`."));

  public static final Section NETWORK =
      keys(
          "An existing VPC for the relay. Default: one is created for the KCL relay, and "
              + "functions run in none.",
          Key.text("vpcId", InfrastructureTexts.VPC).required(GIVE).about("Id of the VPC."),
          Key.texts("availabilityZones", RelayReader.REGION, 2)
              .required(GIVE)
              .about("Availability zones of the subnets, in the same order."),
          Key.texts("privateSubnetIds", InfrastructureTexts.SUBNET, 2)
              .required(GIVE)
              .about(
                  "Private subnets that can reach the endpoints of AWS services through NAT "
                      + "or interface endpoints."),
          Key.flag("interfaceEndpoints")
              .byDefault(false)
              .about(
                  "Whether interface endpoints are created for the services that the relay "
                      + "calls, for subnets without NAT."),
          Key.texts("routeTableIds", InfrastructureTexts.ROUTE_TABLE, 2)
              .about(
                  "Route tables of the subnets, in the same order. A gateway endpoint for "
                      + "DynamoDB is added to them; omit them if there already is one."));

  public static final Section CONTROL_TABLE =
      keys(
          "The control table, if it exists already.",
          Key.text("tableArn", InfrastructureTexts.TABLE_ARN)
              .required(GIVE)
              .about(
                  "An existing table with the keys `PK` and `SK` of type S and the TTL "
                      + "attribute `ttl`. It is not changed."),
          Key.text("kmsKeyArn", TextRule.keyArn())
              .about("The customer managed key that encrypts it."));

  public static final Section PAYLOADS =
      keys(
          "A bucket for [large payloads](writer.md#large-payloads): encrypted, TLS only, "
              + "without public access. Default: none is created.",
          Key.number("retentionDays", 8, 3_650)
              .byDefault(90)
              .about(
                  "Removes a payload after this number of days: later than everything that "
                      + "refers to it. Records are kept for 7 days by default, parked events until "
                      + "they are redriven."));

  public static final Section ARCHIVE =
      keys(
          "What becomes of events in a bucket that is made for a [target of type "
              + "`s3`](archive.md). Default: they are kept for ever, in S3 Standard.",
          Key.number("coldAfterDays", 1, 36_500)
              .about(
                  "Moves objects of 128 KB or more to S3 Glacier Instant Retrieval after "
                      + "this number of days. Default: never."),
          Key.number("retentionDays", 8, 36_500)
              .about("Removes objects after this number of days. Default: never."));

  public static final Section HEARTBEAT =
      keys(
          "The scheduled function that commits heartbeats, and the alarm for missing "
              + "heartbeats.",
          Key.flag("enabled")
              .byDefault(true)
              .about(
                  "Whether to deploy it. Without it, an idle outbox and a dead relay look "
                      + "alike."),
          Key.number("everyMinutes", 1, 60)
              .byDefault(1)
              .about(
                  "Interval between heartbeats. `alarms.missedHeartbeats` sets the threshold "
                      + "of the alarm."));

  public static final Section ALARMS =
      keys(
          "Thresholds and recipients of alarms.",
          Key.text("topicArn", InfrastructureTexts.TOPIC_ARN)
              .about("An existing topic for alarms. Default: one is created."),
          Key.flag("enabled").byDefault(true).about("Whether there are alarms."),
          Key.text("email", InfrastructureTexts.EMAIL)
              .about("Address to subscribe to the topic that is created."),
          Key.number("iteratorAgeSeconds", 10, 86_400)
              .byDefault(300)
              .about("How far the relay may fall behind the stream."),
          Key.number("publishAgeSeconds", 1, 86_400)
              .byDefault(300)
              .about("How long after its commit an event may be published."),
          Key.number("rejectedEvents", 1, 1_000_000)
              .byDefault(1)
              .about("Rejected events in five minutes that raise the alarm."),
          Key.number("parkedLanes", 1, 1_000_000)
              .byDefault(1)
              .about("Closed lanes that raise the alarm. It lasts until they are fewer."),
          Key.number("parkedEvents", 1, 1_000_000)
              .byDefault(1)
              .about(
                  "Parked events that raise the alarm, with or without closed lanes. It "
                      + "lasts until they are fewer."),
          Key.number("blockedLanes", 1, 1_000_000)
              .byDefault(1)
              .about("Closed lanes whose target failed that raise the alarm."),
          Key.number("inversions", 1, 1_000_000)
              .byDefault(1)
              .about("Events in five minutes that arrived after a later one and raise the alarm."),
          Key.number("halts", 1, 1_000_000)
              .byDefault(1)
              .about("How often a shard halts at a record in five minutes to raise the alarm."),
          Key.number("unrecordedEvents", 1, 1_000_000)
              .byDefault(1)
              .about(
                  "Events in five minutes whose receipt could not be written that raise the "
                      + "alarm."),
          Key.number("controlFailures", 1, 1_000_000)
              .byDefault(5)
              .about(
                  "Failed (and retried) calls to the control table in five minutes that "
                      + "raise the alarm."),
          Key.number("failedEvents", 1, 1_000_000)
              .byDefault(1)
              .about(
                  "Events in five minutes that Lambda stored in the bucket for failed "
                      + "batches that raise the alarm."),
          Key.number("droppedEvents", 1, 1_000_000)
              .byDefault(1)
              .about("Events in five minutes that Lambda discarded that raise the alarm."),
          Key.number("functionErrors", 1, 1_000_000)
              .byDefault(1)
              .about("Failed invocations of one function in five minutes that raise the alarm."),
          Key.number("functionThrottles", 1, 1_000_000)
              .byDefault(1)
              .about(
                  "Throttled invocations of one function in five minutes that raise the "
                      + "alarm."),
          Key.number("failedBusEntriesPercent", 1, 100)
              .byDefault(5)
              .about(
                  "Share of the entries that a Custom Event Bus fails in five minutes, whoever"
                      + " publishes them, that raises the alarm, in percent."),
          Key.number("minLeases", 1, 1_000_000)
              .byDefault(1)
              .about(
                  "The alarm is raised if no task of the KCL relay holds at least this "
                      + "number of shards."),
          Key.number("unownedShards", 1, 1_000_000)
              .byDefault(1)
              .about(
                  "Shards that no task of the KCL relay has relayed for five minutes that "
                      + "raise the alarm."),
          Key.number("trimmedReads", 1, 1_000_000)
              .byDefault(1)
              .about(
                  "Requests of the KCL relay in five minutes for records that the stream no "
                      + "longer has that raise the alarm."),
          Key.number("missedHeartbeats", 2, 24)
              .byDefault(5)
              .about("The alarm is raised if no heartbeat arrives for this number of intervals."));

  private static final Section ALL =
      keys(
          "What is deployed, and how. Read by the CDK app.",
          Key.text("stackName", InfrastructureTexts.STACK)
              .about(
                  "Name of the stack. Default: `Outbox-` and the table's name; a name with other "
                      + "characters, or with more than 72, is changed and ends with a hash."),
          Key.text("account", InfrastructureTexts.ACCOUNT)
              .about("Account to deploy to. Default: the account of the credentials."),
          Key.text("region", RelayReader.REGION)
              .about("Region to deploy to. Default: the region of the credentials' profile."),
          Key.named(
                  "environments",
                  InfrastructureTexts.ENVIRONMENT,
                  Integer.MAX_VALUE,
                  Section.of(""))
              .about(
                  "Differences by environment: for each name, an object that is merged into "
                      + "this document, in which `null` removes a key. Each environment becomes a "
                      + "separate stack; without `stackName`, its name ends with the environment's "
                      + "name."),
          Key.section("table", TABLE),
          Key.section("function", FUNCTION),
          Key.section("mapping", MAPPING),
          Key.section("service", SERVICE),
          Key.section("network", NETWORK),
          Key.section("controlTable", CONTROL_TABLE),
          Key.flag("dashboard").byDefault(true).about("Whether there is a dashboard."),
          Key.flag("bothRelays")
              .byDefault(false)
              .about(
                  "Whether the other relay runs beside that of `relay.host`, for a "
                      + "[migration](kcl.md#migrating-between-lambda-and-kcl). Each publishes "
                      + "everything: consumers receive every event twice, with the same id."),
          Key.flag("redrive")
              .byDefault(true)
              .about(
                  "Whether blocked lanes are redriven every minute. If not, the function "
                      + "only counts what is parked, for the alarms. Needs a control table."),
          Key.section("payloads", PAYLOADS),
          Key.section("archive", ARCHIVE),
          Key.section("heartbeat", HEARTBEAT),
          Key.section("alarms", ALARMS));

  private InfrastructureKeys() {}

  /** All keys. */
  public static Section all() {
    return ALL;
  }

  private static Section keys(String about, Key<?>... keys) {
    Section section = Section.of(about);
    for (Key<?> key : keys) {
      section.add(key.reader() == RELAY ? key.readBy(INFRASTRUCTURE) : key);
    }
    return section;
  }
}
