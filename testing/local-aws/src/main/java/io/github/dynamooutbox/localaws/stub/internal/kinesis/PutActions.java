package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.internal.RecordingLog;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
                    entry.data(),
                    clock.instant()));
    shard.add(record);
    return record;
  }

  private static ObjectNode write(AcceptedRecord record, ObjectNode result) {
    return result.put("ShardId", record.shardId()).put("SequenceNumber", record.sequenceNumber());
  }
}
