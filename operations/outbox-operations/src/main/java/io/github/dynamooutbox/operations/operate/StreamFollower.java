package io.github.dynamooutbox.operations.operate;

import io.github.dynamooutbox.aws.follow.StreamCursor;
import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/**
 * Reads new events from the table's stream, in addition to the relay. DynamoDB recommends at most
 * two readers of a shard, and limits them together to five reads a second: do not use it where
 * there are two readers already, and wait a second between polls. Not thread-safe.
 */
public final class StreamFollower {
  private final DynamoDbStreamsClient streams;
  private final Supplier<List<Shard>> shards;
  private final String arn;
  private final RecordCodec codec;
  private final Set<String> known = new HashSet<>();
  private final Map<String, StreamCursor> open = new HashMap<>();
  private long gaps;

  /**
   * Begins after what is in the stream now.
   *
   * @param shards returns the shards that the stream has, open and closed
   */
  StreamFollower(
      DynamoDbStreamsClient streams, String arn, Supplier<List<Shard>> shards, RecordCodec codec) {
    this.streams = streams;
    this.arn = arn;
    this.shards = shards;
    this.codec = codec;
    for (Shard shard : shards.get()) {
      known.add(shard.shardId());
      if (shard.sequenceNumberRange().endingSequenceNumber() == null) {
        open(shard, ShardIteratorType.LATEST);
      }
    }
  }

  /**
   * The events that were committed since the last poll, at most 1,000 records of each shard; those
   * of an aggregate in their order. One read of each open shard.
   *
   * @throws OperatorException if the stream cannot be read
   */
  public List<Envelope> poll() {
    return AwsFailures.of("the table's stream", this::read);
  }

  /** How often a shard's records were deleted, after 24 hours, before they were read. */
  public long gaps() {
    return gaps;
  }

  private List<Envelope> read() {
    List<Envelope> events = new ArrayList<>();
    for (StreamCursor shard : open.values()) {
      int before = shard.gaps();
      shard.read().stream().flatMap(this::events).forEach(events::add);
      gaps += shard.gaps() - before;
    }
    if (open.values().removeIf(StreamCursor::isAtEnd)) {
      addNewShards();
    }
    return events;
  }

  private void addNewShards() {
    for (Shard shard : shards.get()) {
      if (known.add(shard.shardId())) {
        open(shard, ShardIteratorType.TRIM_HORIZON);
      }
    }
  }

  private void open(Shard shard, ShardIteratorType start) {
    open.put(shard.shardId(), new StreamCursor(streams, arn, shard.shardId(), start));
  }

  private Stream<Envelope> events(Record each) {
    if (each.eventName() != OperationType.INSERT || !each.dynamodb().hasNewImage()) {
      return Stream.empty();
    }
    StreamPosition position = new StreamPosition(each.dynamodb().sequenceNumber());
    return codec
        .decode(new SdkItem(each.dynamodb().newImage()))
        .fold(
            decoded -> envelopes(position, decoded),
            newer -> Stream.empty(),
            malformed -> Stream.empty());
  }

  private static Stream<Envelope> envelopes(StreamPosition position, DecodeResult.Decoded each) {
    List<Envelope> events = new ArrayList<>();
    for (int index = 0; index < each.record().events().size(); index++) {
      events.add(new Envelope(position, each.key(), each.record(), index));
    }
    return events.stream();
  }
}
