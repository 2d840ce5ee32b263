package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import io.github.dynamooutbox.localaws.stub.BatchEntry;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.internal.RecordingLog;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;
import io.github.dynamooutbox.localaws.stub.internal.kinesis.Kinesis.Streams;
import io.github.dynamooutbox.localaws.stub.internal.kinesis.Stream.Shard;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;

/** The actions that accept records, into the log and into a shard, one at a time and in order. */
final class PutActions {
  private static final int MAX_RECORDS = 500;
  private static final int MAX_BYTES = 5 * 1024 * 1024;

  private final Streams streams;
  private final Clock clock;
  private final RecordingLog<AcceptedRecord> log;

  PutActions(Streams streams, Clock clock, RecordingLog<AcceptedRecord> log) {
    this.streams = streams;
    this.clock = clock;
    this.log = log;
  }

  ObjectNode record(JsonCall call) {
    Stream stream = streams.get(call.input());
    RecordEntry entry = RecordEntry.of(call.input(), "", stream.maxBytes());
    call.faults().check(entry.asBatchEntry(0, stream));
    return write(accept(stream, entry), call.output()).put("EncryptionType", "NONE");
  }

  ObjectNode records(JsonCall call) {
    Stream stream = streams.get(call.input());
    List<RecordEntry> entries = entries(call.input().structures("Records"), stream);
    ObjectNode output = call.output();
    ArrayNode results = output.putArray("Records");
    int failed = 0;
    for (int i = 0; i < entries.size(); i++) {
      Optional<EntryError> fault = call.faults().of(entries.get(i).asBatchEntry(i, stream));
      if (fault.isPresent()) {
        failed++;
        results
            .addObject()
            .put("ErrorCode", fault.get().code())
            .put("ErrorMessage", fault.get().message());
      } else {
        write(accept(stream, entries.get(i)), results.addObject());
      }
    }
    return output.put("FailedRecordCount", failed).put("EncryptionType", "NONE");
  }

  private static List<RecordEntry> entries(List<JsonInput> records, Stream stream) {
    if (records.isEmpty() || records.size() > MAX_RECORDS) {
      String rule = records.isEmpty() ? "greater than or equal to 1" : "less than or equal to 500";
      throw JsonInput.invalid("'[...]'", "records", "Member must have length " + rule);
    }
    List<RecordEntry> entries = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      String path = "records." + (i + 1) + ".member.";
      entries.add(RecordEntry.of(records.get(i), path, stream.maxBytes()));
    }
    if (entries.stream().mapToLong(RecordEntry::size).sum() > MAX_BYTES) {
      throw ServiceError.badRequest("InvalidArgumentException", "Records size exceeds 5 MB limit");
    }
    return entries;
  }

  private synchronized AcceptedRecord accept(Stream stream, RecordEntry entry) {
    Shard shard = stream.shardFor(entry.hashKey());
    String sequenceNumber = shard.nextSequenceNumber();
    AcceptedRecord record =
        log.accept(
            ordinal ->
                new AcceptedRecord(
                    ordinal,
                    stream.name(),
                    shard.id(),
                    sequenceNumber,
                    entry.partitionKey(),
                    SdkBytes.fromByteArrayUnsafe(entry.data()),
                    clock.instant()));
    shard.add(record);
    return record;
  }

  private static ObjectNode write(AcceptedRecord record, ObjectNode result) {
    return result.put("ShardId", record.shardId()).put("SequenceNumber", record.sequenceNumber());
  }

  /** A record, as it was sent. Its data is not copied and must not be modified. */
  private static final class RecordEntry {
    private static final int MAX_KEY_CHARS = 256;

    private final byte[] data;
    private final String partitionKey;
    private final Optional<String> explicitHashKey;

    private RecordEntry(byte[] data, String partitionKey, Optional<String> explicitHashKey) {
      this.data = data;
      this.partitionKey = partitionKey;
      this.explicitHashKey = explicitHashKey;
    }

    /**
     * Reads and checks a record.
     *
     * @param path where it is in the request, for errors
     * @param maxBytes the stream's maximum record size
     */
    static RecordEntry of(JsonInput input, String path, int maxBytes) {
      RecordEntry entry =
          new RecordEntry(
              input.requiredBytes("Data"),
              input.requiredText("PartitionKey"),
              input.text("ExplicitHashKey"));
      int keyLength = entry.partitionKey.codePointCount(0, entry.partitionKey.length());
      if (keyLength < 1 || keyLength > MAX_KEY_CHARS) {
        throw JsonInput.invalid(
            "'...'",
            path + "partitionKey",
            "Member must have length "
                + (keyLength < 1 ? "greater than or equal to 1" : "less than or equal to 256"));
      }
      if (entry.size() > maxBytes) {
        throw JsonInput.invalid(
            "'...'", path + "data", "Member must have length less than or equal to " + maxBytes);
      }
      if (entry.explicitHashKey.filter(key -> !key.matches("0|[1-9]\\d{0,38}")).isPresent()) {
        throw JsonInput.invalid(
            "'...'",
            path + "explicitHashKey",
            "Member must satisfy regular expression pattern: 0|([1-9]\\d{0,38})");
      }
      return entry;
    }

    /** Bytes that count towards the limits: data and partition key. */
    long size() {
      return data.length + (long) partitionKey.getBytes(StandardCharsets.UTF_8).length;
    }

    String partitionKey() {
      return partitionKey;
    }

    byte[] data() {
      return data;
    }

    /** The hash key, which determines the shard. */
    BigInteger hashKey() {
      return explicitHashKey.map(BigInteger::new).orElseGet(() -> md5(partitionKey));
    }

    private static BigInteger md5(String text) {
      try {
        MessageDigest digest = MessageDigest.getInstance("MD5");
        return new BigInteger(1, digest.digest(text.getBytes(StandardCharsets.UTF_8)));
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException("every Java platform has MD5", e);
      }
    }

    BatchEntry asBatchEntry(int index, Stream stream) {
      return new BatchEntry(
          index, stream.name(), partitionKey, new String(data, StandardCharsets.UTF_8));
    }
  }
}
