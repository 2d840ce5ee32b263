package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import io.github.dynamooutbox.localaws.stub.internal.RecordingLog;
import java.time.Clock;

/** Takes a valid record: into the log, and into its shard. One at a time. */
final class RecordIntake {
  private final Clock clock;
  private final RecordingLog<AcceptedRecord> log;

  RecordIntake(Clock clock, RecordingLog<AcceptedRecord> log) {
    this.clock = clock;
    this.log = log;
  }

  synchronized AcceptedRecord take(Stream stream, RecordEntry entry) {
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
}
