package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonAction;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;

/** Takes one record. */
record PutRecord(Streams streams, RecordIntake intake) implements JsonAction {
  @Override
  public ObjectNode perform(JsonCall call) {
    RecordEntry entry = RecordEntry.of(call.input(), "");
    Stream stream = streams.get(call.input());
    call.faults().check(entry.asBatchEntry(0, stream));
    AcceptedRecord record = intake.take(stream, entry);
    return call.output()
        .put("ShardId", record.shardId())
        .put("SequenceNumber", record.sequenceNumber())
        .put("EncryptionType", "NONE");
  }
}
