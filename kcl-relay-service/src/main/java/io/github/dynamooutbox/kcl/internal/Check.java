package io.github.dynamooutbox.kcl.internal;

import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.aws.TargetConfig;
import io.github.dynamooutbox.kcl.internal.lease.StreamAccess;
import io.github.dynamooutbox.kcl.settings.WorkerSettings.LeaseTables;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.sns.SnsClient;

/**
 * Checks whether a relay could work as configured, with its present permissions. Changes nothing,
 * so it cannot check whether the relay may publish or create missing tables.
 */
public final class Check {
  private static final Logger LOG = LoggerFactory.getLogger(Check.class);

  private final RelayConfig config;
  private final LeaseTables leases;
  private final List<String> problems = new ArrayList<>();

  private Check(RelayConfig config, LeaseTables leases) {
    this.config = config;
    this.leases = leases;
  }

  /** Problems with their remedies; empty if none was found. */
  public static List<String> problems(RelayConfig config, LeaseTables leases) {
    Check check = new Check(config, leases);
    check.tables();
    config.targets().forEach(check::target);
    return check.problems;
  }

  private void tables() {
    try (DynamoDbClient client = DynamoDbClient.create();
        DynamoDbStreamsClient streams = DynamoDbStreamsClient.create()) {
      String name = config.table().name();
      look("table \"" + name + "\"", "dynamodb:DescribeTable", () -> stream(client, streams, name));
      look("TTL of \"" + name + "\"", "dynamodb:DescribeTimeToLive", () -> ttl(client, name));
      config
          .control()
          .ifPresent(
              control ->
                  look(
                      "control table \"" + control.table() + "\"",
                      "dynamodb:DescribeTable",
                      () -> writable(client, control.table())));
      for (String each : List.of(leases.leases(), leases.coordinator(), leases.workerMetrics())) {
        look("table \"" + each + "\"", "dynamodb:DescribeTable", () -> ifThere(client, each));
      }
    }
  }

  /** The worker creates it if it is missing. */
  private void ifThere(DynamoDbClient client, String table) {
    try {
      writable(client, table);
    } catch (ResourceNotFoundException e) {
      LOG.debug("Table {} is not there yet", table, e);
    }
  }

  private void writable(DynamoDbClient client, String table) {
    WriteRight.problem(client, client.describeTable(request -> request.tableName(table)).table())
        .ifPresent(problems::add);
  }

  private void stream(DynamoDbClient client, DynamoDbStreamsClient streams, String name) {
    TableDescription table = client.describeTable(request -> request.tableName(name)).table();
    if (table.streamSpecification() == null) {
      problems.add(
          "table \"%s\" has no stream: enable one with view type NEW_IMAGE".formatted(name));
      return;
    }
    StreamViewType view = table.streamSpecification().streamViewType();
    if (view != StreamViewType.NEW_IMAGE && view != StreamViewType.NEW_AND_OLD_IMAGES) {
      problems.add(
          "the stream of \"%s\" has view type %s, which omits the records' content: enable a new one with NEW_IMAGE"
              .formatted(name, view));
    }
    look(
        "the stream of \"" + name + "\"",
        "dynamodb:DescribeStream, GetShardIterator and GetRecords",
        () -> StreamAccess.tryOut(streams, table.latestStreamArn()));
  }

  private void ttl(DynamoDbClient client, String name) {
    TimeToLiveDescription ttl =
        client.describeTimeToLive(request -> request.tableName(name)).timeToLiveDescription();
    String attribute = config.table().schema().ttlAttribute();
    if (ttl.timeToLiveStatus() != TimeToLiveStatus.ENABLED
        && ttl.timeToLiveStatus() != TimeToLiveStatus.ENABLING) {
      problems.add(
          "table \"%s\" has no TTL, so records are never removed: enable it for the attribute \"%s\""
              .formatted(name, attribute));
    } else if (!attribute.equals(ttl.attributeName())) {
      problems.add(
          "the TTL attribute of \"%s\" is \"%s\", but records use \"%s\": make them agree (table.ttlAttribute)"
              .formatted(name, ttl.attributeName(), attribute));
    }
  }

  private void target(TargetConfig target) {
    String what = "target \"" + target.name() + "\"";
    Runnable check =
        target.fold(
            bus -> () -> bus(what, bus),
            topic -> () -> topic(what, topic),
            stream -> () -> stream(what, stream));
    check.run();
  }

  private void bus(String what, TargetConfig.EventBridge bus) {
    try (EventBridgeClient client = EventBridgeClient.create()) {
      look(
          what,
          "events:DescribeEventBus",
          () -> client.describeEventBus(request -> request.name(bus.bus())));
    }
  }

  private void topic(String what, TargetConfig.Sns topic) {
    try (SnsClient client = SnsClient.create()) {
      look(
          what,
          "sns:GetTopicAttributes",
          () -> client.getTopicAttributes(request -> request.topicArn(topic.topic())));
    }
  }

  private void stream(String what, TargetConfig.Kinesis stream) {
    try (KinesisClient client = KinesisClient.create()) {
      look(what, "kinesis:DescribeStreamSummary", () -> stream(client, stream.stream()));
    }
  }

  private static void stream(KinesisClient client, String stream) {
    client.describeStreamSummary(
        request -> {
          if (stream.startsWith("arn:")) {
            request.streamARN(stream);
          } else {
            request.streamName(stream);
          }
        });
  }

  private void look(String what, String right, Runnable call) {
    try {
      call.run();
    } catch (ResourceNotFoundException e) {
      problems.add("%s does not exist here: create it, or correct its name".formatted(what));
    } catch (AwsServiceException e) {
      problems.add(
          "%s cannot be read (%s): check that it exists and that %s is allowed"
              .formatted(what, e.awsErrorDetails().errorCode(), right));
    } catch (SdkException e) {
      problems.add(
          "%s cannot be reached: %s; check region, credentials and network"
              .formatted(what, e.getMessage()));
    }
  }
}
