package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonAction;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Takes records, one by one, in order. */
record PutRecords(Streams streams, RecordIntake intake) implements JsonAction {
  private static final int MOST_RECORDS = 500;
  private static final int MOST_BYTES = 5 * 1024 * 1024;

  @Override
  public ObjectNode perform(JsonCall call) {
    List<RecordEntry> entries = entries(call.input().structures("Records"));
    Stream stream = streams.get(call.input());
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
        AcceptedRecord record = intake.take(stream, entries.get(i));
        results
            .addObject()
            .put("ShardId", record.shardId())
            .put("SequenceNumber", record.sequenceNumber());
      }
    }
    return output.put("FailedRecordCount", failed).put("EncryptionType", "NONE");
  }

  private static List<RecordEntry> entries(List<JsonInput> records) {
    if (records.isEmpty() || records.size() > MOST_RECORDS) {
      String rule = records.isEmpty() ? "greater than or equal to 1" : "less than or equal to 500";
      throw JsonInput.invalid("'[...]'", "records", "Member must have length " + rule);
    }
    List<RecordEntry> entries = new ArrayList<>();
    for (int i = 0; i < records.size(); i++) {
      entries.add(RecordEntry.of(records.get(i), "records." + (i + 1) + ".member."));
    }
    if (entries.stream().mapToLong(RecordEntry::size).sum() > MOST_BYTES) {
      throw ServiceError.badRequest("InvalidArgumentException", "Records size exceeds 5 MB limit");
    }
    return entries;
  }
}
