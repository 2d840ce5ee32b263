package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.RecordingLog;
import io.github.dynamooutbox.localaws.stub.internal.ServiceEndpoint;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonEndpoint;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Kinesis: the table of its actions, and those on streams. */
public final class Kinesis {
  private static final String NAME = "[a-zA-Z0-9_.-]{1,128}";
  private static final int ON_DEMAND_SHARDS = 4;
  private static final int MAX_SHARDS = 1000;
  private static final int MIN_KIB = 1024;
  private static final int MAX_KIB = 10 * 1024;

  private final Streams streams;

  private Kinesis(Streams streams) {
    this.streams = streams;
  }

  /** Kinesis without any stream. */
  public static ServiceEndpoint endpoint(
      Account account, Clock clock, RecordingLog<AcceptedRecord> log) {
    Streams streams = new Streams(account, clock);
    Kinesis stream = new Kinesis(streams);
    PutActions put = new PutActions(streams, clock, log);
    GetActions get = new GetActions(streams, clock);
    return new JsonEndpoint(
        Service.KINESIS,
        "Kinesis_20131202.",
        Map.of(
            "CreateStream", stream::create,
            "DeleteStream", stream::delete,
            "DescribeStream", stream::describe,
            "DescribeStreamSummary", stream::summarize,
            "ListShards", stream::listShards,
            "PutRecord", put::record,
            "PutRecords", put::records,
            "GetShardIterator", get::iterator,
            "GetRecords", get::records),
        Kinesis::targets);
  }

  private static Set<String> targets(JsonInput input) {
    return input
        .text("StreamName")
        .or(() -> input.text("StreamARN").map(Account::nameOf))
        .or(() -> input.text("ShardIterator").flatMap(ShardIterator::streamIn))
        .map(Set::of)
        .orElse(Set.of());
  }

  /** Creates a stream, which is active at once. */
  private ObjectNode create(JsonCall call) {
    String name = call.input().requiredText("StreamName");
    if (!name.matches(NAME)) {
      throw JsonInput.invalid(
          "'" + name + "'",
          "StreamName",
          "Member must satisfy regular expression pattern: " + NAME);
    }
    String mode =
        call.input()
            .structure("StreamModeDetails")
            .map(details -> details.requiredText("StreamMode"))
            .orElse("PROVISIONED");
    int shards = call.input().integer("ShardCount").orElse(ON_DEMAND_SHARDS);
    if (shards < 1 || shards > MAX_SHARDS) {
      throw JsonInput.invalid(
          "'" + shards + "'", "ShardCount", "Member must be between 1 and " + MAX_SHARDS);
    }
    int maxKib = call.input().integer("MaxRecordSizeInKiB").orElse(MIN_KIB);
    if (maxKib < MIN_KIB || maxKib > MAX_KIB) {
      throw JsonInput.invalid(
          "'" + maxKib + "'", "MaxRecordSizeInKiB", "Member must be between 1024 and 10240");
    }
    streams.create(name, shards, mode, maxKib);
    return call.output();
  }

  /** Deletes a stream, which is gone at once. */
  private ObjectNode delete(JsonCall call) {
    streams.delete(streams.get(call.input()));
    return call.output();
  }

  /** Describes a stream with all its shards. */
  private ObjectNode describe(JsonCall call) {
    Stream stream = streams.get(call.input());
    ObjectNode output = call.output();
    ObjectNode description = output.putObject("StreamDescription");
    describe(call, stream, description);
    description.put("HasMoreShards", false);
    ArrayNode shards = description.putArray("Shards");
    stream.shards().forEach(shard -> shard.describe(shards.addObject()));
    return output;
  }

  /** Describes a stream without its shards. */
  private ObjectNode summarize(JsonCall call) {
    Stream stream = streams.get(call.input());
    ObjectNode output = call.output();
    ObjectNode description = output.putObject("StreamDescriptionSummary");
    describe(call, stream, description);
    description.put("OpenShardCount", stream.shards().size());
    description.put("ConsumerCount", 0);
    description.put("MaxRecordSizeInKiB", stream.maxKib());
    return output;
  }

  private static void describe(JsonCall call, Stream stream, ObjectNode description) {
    description.put("StreamName", stream.name());
    description.put("StreamARN", stream.arn());
    description.put("StreamStatus", "ACTIVE");
    description.putObject("StreamModeDetails").put("StreamMode", stream.mode());
    description.put("RetentionPeriodHours", 24);
    description.put("EncryptionType", "NONE");
    description.putArray("EnhancedMonitoring");
    call.put(description, "StreamCreationTimestamp", stream.createdAt());
  }

  /** Lists a stream's shards, or those after one of them, on one page: none is ever closed. */
  private ObjectNode listShards(JsonCall call) {
    Stream stream = streams.get(call.input());
    String after = call.input().text("ExclusiveStartShardId").orElse("");
    ObjectNode output = call.output();
    ArrayNode shards = output.putArray("Shards");
    stream.shards().stream()
        .filter(shard -> shard.id().compareTo(after) > 0)
        .forEach(shard -> shard.describe(shards.addObject()));
    return output;
  }

  /** The streams that exist. */
  static final class Streams {
    private final Map<String, Stream> streams = new ConcurrentHashMap<>();
    private final Account account;
    private final Clock clock;

    Streams(Account account, Clock clock) {
      this.account = account;
      this.clock = clock;
    }

    void create(String name, int shards, String mode, int maxKib) {
      Stream stream =
          new Stream(
              name,
              account.arn("kinesis", "stream/" + name),
              mode,
              maxKib,
              clock.instant(),
              shards);
      if (streams.putIfAbsent(name, stream) != null) {
        throw ServiceError.badRequest(
            "ResourceInUseException",
            "Stream " + name + " under account " + account.id() + " already exists.");
      }
    }

    void delete(Stream stream) {
      streams.remove(stream.name(), stream);
    }

    /** The stream that a request names, by name or ARN. */
    Stream get(JsonInput input) {
      String name =
          input
              .text("StreamName")
              .or(() -> input.text("StreamARN").map(Account::nameOf))
              .orElseThrow(
                  () ->
                      ServiceError.badRequest(
                          "InvalidArgumentException", "StreamName or StreamARN must be given."));
      return get(name);
    }

    Stream get(String name) {
      return Optional.ofNullable(streams.get(name))
          .orElseThrow(
              () ->
                  ServiceError.badRequest(
                      "ResourceNotFoundException",
                      "Stream " + name + " under account " + account.id() + " not found."));
    }
  }
}
