package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import io.github.dynamooutbox.localaws.stub.AcceptedRecord;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.RecordingLog;
import io.github.dynamooutbox.localaws.stub.internal.ServiceEndpoint;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonEndpoint;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;
import java.time.Clock;
import java.util.Map;
import java.util.Set;

/** The table of Kinesis's actions. */
public final class Kinesis {
  private Kinesis() {}

  /** Kinesis without any stream. */
  public static ServiceEndpoint endpoint(
      Account account, Clock clock, RecordingLog<AcceptedRecord> log) {
    Streams streams = new Streams(account, clock);
    RecordIntake intake = new RecordIntake(clock, log);
    return new JsonEndpoint(
        Service.KINESIS,
        "Kinesis_20131202.",
        Map.of(
            "CreateStream", new CreateStream(streams),
            "DeleteStream", new DeleteStream(streams),
            "DescribeStream", new DescribeStream(streams),
            "DescribeStreamSummary", new DescribeStreamSummary(streams),
            "ListShards", new ListShards(streams),
            "PutRecord", new PutRecord(streams, intake),
            "PutRecords", new PutRecords(streams, intake),
            "GetShardIterator", new GetShardIterator(streams, clock),
            "GetRecords", new GetRecords(streams, clock)),
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
}
