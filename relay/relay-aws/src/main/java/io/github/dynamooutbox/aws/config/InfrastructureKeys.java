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
                  .about("An existing table, which is not changed."),
              Key.text("streamArn", InfrastructureTexts.STREAM_ARN)
                  .about("Its stream, with NEW_IMAGE or NEW_AND_OLD_IMAGES."),
              Key.text("kmsKeyArn", TextRule.keyArn())
                  .about(
                      "The key that encrypts the existing table; without `table.tableArn`, an "
                          + "existing key for the new tables."),
              Key.choice("encryption", "aws-owned", "aws-managed", "customer")
                  .byDefault("aws-managed")
                  .about("Key of new tables."),
              Key.flag("deletionProtection")
                  .byDefault(true)
                  .about("Protects new tables against deletion."),
              Key.flag("retain")
                  .byDefault(true)
                  .about("Keeps new tables and created targets when the stack is deleted."),
              Key.named("indexes", TableReader.TABLE_NAME, 20, INDEX)
                  .about(
                      "Global secondary indexes of a new table: by name, an object with "
                          + "`partitionKey` and optionally `sortKey`, attributes of type S. All attributes "
                          + "are projected."),
              Key.number("maxReadUnits", 1, 40_000)
                  .about(
                      "Most read units a second of a new table with provisioned capacity, which "
                          + "follows the traffic. Needs `table.maxWriteUnits`. Default: on demand."),
              Key.number("maxWriteUnits", 1, 40_000)
                  .about("As `table.maxReadUnits`, which it needs."),
              Key.named("replicas", InfrastructureTexts.REPLICA, Integer.MAX_VALUE, Section.of(""))
                  .about(
                      "Regions to replicate a new table to, each with an object that is merged into "
                          + "this document. Each becomes a stack, named after the region, whose relay "
                          + "publishes what was written there. Needs `region`. See "
                          + "[deploy.md](deploy.md#global-tables-and-regions)."))
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
              .about("Memory; the share of a processor follows."),
          Key.number("timeoutSeconds", 10, 900)
              .byDefault(60)
              .readBy(BOTH)
              .about("Timeout of an invocation. Failing targets are retried until then."),
          Key.flag("tracing").byDefault(false).about("Traces invocations with AWS X-Ray."),
          Key.number("reservedConcurrency", 1, 1_000)
              .about(
                  "Reserved concurrency, also a limit: not below the stream's number of shards. "
                      + "Default: none."),
          Key.choice("logRetentionDays", LOG_DAYS).byDefault(30).about("Retention of the logs."));

  public static final Section MAPPING =
      keys(
          "The event source mapping. The guarantees depend on the settings with a single "
              + "value.",
          Key.number("batchingWindowSeconds", 0, 300)
              .byDefault(0)
              .about("How long a batch may wait for more records."),
          Key.flag("bisectOnError")
              .byDefault(true)
              .about("Splits a batch in halves when the function itself fails."),
          Key.fixed("startingPosition", "TRIM_HORIZON")
              .about("Anything later loses what is committed while the mapping is being created."),
          Key.fixed("reportItemFailures", true)
              .about(
                  "Without partial batch responses one failed event causes its whole batch to be "
                      + "sent again."),
          Key.fixed("parallelizationFactor", 1)
              .about(
                  "Above 1, Lambda keeps the order of each item but not of each partition key, "
                      + "and the order of an aggregate is lost."),
          Key.fixed("maximumRetryAttempts", -1)
              .about(
                  "A limit would discard events when a target is down for long; -1 means no limit."),
          Key.fixed("maximumRecordAgeSeconds", -1)
              .about(
                  "A limit would discard events when a target is down for long; -1 means no limit."));

  public static final Section SERVICE =
      keys(
          "The KCL relay on Fargate, used if `relay.host` is `kcl`.",
          Key.choice("cpuUnits", List.of(512, 1024, 2048, 4096))
              .byDefault(512)
              .about(
                  "CPU units of a task, 1024 to a vCPU. With 256 it could not renew its leases in"
                      + " time under load."),
          Key.number("memoryMegabytes", 1_024, 30_720, 1024)
              .byDefault(2_048)
              .about(
                  "Memory of a task: two to eight megabytes for each CPU unit, in steps of 1024."),
          Key.number("tasks", 1, 50)
              .byDefault(2)
              .about(
                  "Number of tasks. Two survive the loss of a zone; tasks beyond the number of "
                      + "shards stand by."),
          Key.number("maxTasks", 1, 50)
              .about(
                  "Most tasks. Above `service.tasks`, their number follows the lag of the slowest"
                      + " shard. Default: `service.tasks`."),
          Key.flag("spot")
              .byDefault(false)
              .about("Runs tasks on Fargate Spot: cheaper, and stopped with two minutes' notice."),
          Key.number("idleMillis", 10, 10_000)
              .byDefault(100)
              .about("Pause between two reads of a shard. Shorter: less latency, more reads."),
          Key.number("readsPerMonth", 1_000_000, 1_000_000_000)
              .about(
                  "Reads of each shard in a month at most, on average. The pause then "
                      + "[adapts](kcl.md#reads-that-follow-the-traffic): not below "
                      + "`service.idleMillis` while records come, longer when they stop. Default: "
                      + "it does not adapt."),
          Key.text("image", InfrastructureTexts.IMAGE)
              .about(
                  "An existing image for arm64, with its tag or digest. Default: built at "
                      + "deployment, by Docker."),
          Key.choice("logRetentionDays", LOG_DAYS)
              .byDefault(30)
              .about("Same values as `function.logRetentionDays`."));

  public static final Section NETWORK =
      keys(
          "An existing VPC. Default: a new one for the KCL relay, none for functions.",
          Key.text("vpcId", InfrastructureTexts.VPC).required(GIVE).about("Id of the VPC."),
          Key.texts("availabilityZones", RelayReader.REGION, 2)
              .required(GIVE)
              .about("Zones of the subnets, in the same order."),
          Key.texts("privateSubnetIds", InfrastructureTexts.SUBNET, 2)
              .required(GIVE)
              .about("Private subnets with NAT or interface endpoints."),
          Key.flag("interfaceEndpoints")
              .byDefault(false)
              .about(
                  "Creates interface endpoints for what the relay calls, for subnets without NAT."),
          Key.texts("routeTableIds", InfrastructureTexts.ROUTE_TABLE, 2)
              .about(
                  "Route tables of the subnets, in the same order, for a gateway endpoint of "
                      + "DynamoDB; omit them if there is one."));

  public static final Section CONTROL_TABLE =
      keys(
          "The control table, if it exists already.",
          Key.text("tableArn", InfrastructureTexts.TABLE_ARN)
              .required(GIVE)
              .about(
                  "A table with the keys `PK` and `SK` of type S and the TTL attribute `ttl`, "
                      + "which is not changed."),
          Key.text("kmsKeyArn", TextRule.keyArn())
              .about("The customer managed key that encrypts it."));

  public static final Section PAYLOADS =
      keys(
          "A bucket for [large payloads](writer.md#large-payloads): encrypted, TLS only, "
              + "without public access. Default: none is created.",
          Key.number("retentionDays", 8, 3_650)
              .byDefault(90)
              .about(
                  "Removes a payload after this number of days: later than [everything that "
                      + "refers to it](writer.md#large-payloads)."));

  public static final Section ARCHIVE =
      keys(
          "The life cycle of a new bucket of a [target of type `s3`](archive.md). "
              + "Default: events are kept for ever, in S3 Standard.",
          Key.number("coldAfterDays", 1, 36_500)
              .about(
                  "Moves objects of 128 KB or more to S3 Glacier Instant Retrieval after this "
                      + "number of days. Default: never."),
          Key.number("retentionDays", 8, 36_500)
              .about("Removes objects after this number of days. Default: never."));

  public static final Section HEARTBEAT =
      keys(
          "The function that commits heartbeats, and its alarm.",
          Key.flag("enabled")
              .byDefault(true)
              .about("Without it, an idle outbox and a dead relay look alike."),
          Key.number("everyMinutes", 1, 60).byDefault(1).about("Interval."));

  public static final Section ALARMS =
      keys(
          "Recipients of alarms, and what raises one; counts without another period are "
              + "of five minutes.",
          Key.text("topicArn", InfrastructureTexts.TOPIC_ARN)
              .about("An existing topic. Default: one is created."),
          Key.flag("enabled").byDefault(true).about("Whether there are alarms."),
          Key.text("email", InfrastructureTexts.EMAIL)
              .about("Subscriber of the topic that is created."),
          Key.number("iteratorAgeSeconds", 10, 86_400)
              .byDefault(300)
              .about("How far the relay is behind the stream."),
          Key.number("publishAgeSeconds", 1, 86_400)
              .byDefault(300)
              .about("How long after its commit an event is published."),
          Key.number("rejectedEvents", 1, 1_000_000).byDefault(1).about("Rejected events."),
          Key.number("parkedLanes", 1, 1_000_000).byDefault(1).about("Closed lanes, at any time."),
          Key.number("parkedEvents", 1, 1_000_000)
              .byDefault(1)
              .about("Parked events, at any time, with or without closed lanes."),
          Key.number("blockedLanes", 1, 1_000_000)
              .byDefault(1)
              .about("Closed lanes whose target failed, at any time."),
          Key.number("inversions", 1, 1_000_000)
              .byDefault(1)
              .about("Events that arrived after a later one."),
          Key.number("halts", 1, 1_000_000).byDefault(1).about("Halts of a shard at a record."),
          Key.number("unrecordedEvents", 1, 1_000_000)
              .byDefault(1)
              .about("Events whose receipt could not be written."),
          Key.number("controlFailures", 1, 1_000_000)
              .byDefault(5)
              .about("Failed (and retried) calls to the control table."),
          Key.number("failedEvents", 1, 1_000_000)
              .byDefault(1)
              .about("Events that Lambda stored in the bucket for failed batches."),
          Key.number("droppedEvents", 1, 1_000_000)
              .byDefault(1)
              .about("Events that Lambda discarded."),
          Key.number("functionErrors", 1, 1_000_000)
              .byDefault(1)
              .about("Failed invocations of one function."),
          Key.number("functionThrottles", 1, 1_000_000)
              .byDefault(1)
              .about("Throttled invocations of one function."),
          Key.number("failedBusEntriesPercent", 1, 100)
              .byDefault(5)
              .about("Entries that a Custom Event Bus fails, whoever publishes them, in percent."),
          Key.number("minLeases", 1, 1_000_000)
              .byDefault(1)
              .about("Raised if no KCL task holds at least this number of shards."),
          Key.number("unownedShards", 1, 1_000_000)
              .byDefault(1)
              .about("Shards that no KCL task relays."),
          Key.number("trimmedReads", 1, 1_000_000)
              .byDefault(1)
              .about("Requests of the KCL relay for records that the stream no longer has."),
          Key.number("missedHeartbeats", 2, 24)
              .byDefault(5)
              .about("Intervals without a heartbeat."));

  private static final Section ALL =
      keys(
          "What is deployed, and how. Read by the CDK app.",
          Key.text("stackName", InfrastructureTexts.STACK)
              .about(
                  "Default: `Outbox-` and the table's name; one with other characters, or more "
                      + "than 64, is changed and ends with a hash."),
          Key.text("account", InfrastructureTexts.ACCOUNT).about("Default: the credentials'."),
          Key.text("region", RelayReader.REGION)
              .about("Default: that of the credentials' profile."),
          Key.named(
                  "environments",
                  InfrastructureTexts.ENVIRONMENT,
                  Integer.MAX_VALUE,
                  Section.of(""))
              .about(
                  "By name, an object that is merged into this document, in which `null` removes "
                      + "a key. Each becomes a stack; without `stackName`, its name ends with the "
                      + "environment's."),
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
                  "Runs the other relay beside that of `relay.host`, for a "
                      + "[migration](kcl.md#migrating-between-lambda-and-kcl): consumers receive every "
                      + "event twice, with the same id."),
          Key.flag("redrive")
              .byDefault(true)
              .about(
                  "Redrives blocked lanes every minute. If not, the function only counts what is "
                      + "parked. Needs a control table."),
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
