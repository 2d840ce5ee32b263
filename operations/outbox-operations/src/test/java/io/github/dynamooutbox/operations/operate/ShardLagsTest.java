package io.github.dynamooutbox.operations.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.operations.PagedDynamoDb;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamResponse;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Lags of a stream whose description and leases come in pages of two. */
class ShardLagsTest {
  private static final Instant NOW = Instant.parse("2026-11-01T12:00:00Z");
  private static final String ARN = "arn:aws:dynamodb:eu-west-1:1:table/orders/stream/1";

  /** Open: shards 3 and 5. A lease says up to where a shard is relayed. */
  private final ShardLags lags =
      new ShardLags(
          new PagedDynamoDb(
              Map.of(
                  "leases",
                  List.of(
                      lease("shard-1", "SHARD_END"),
                      lease("shard-2", "TRIM_HORIZON"),
                      lease("shard-3", "300"),
                      lease("shard-4", "400"),
                      lease("shard-5", "500"))),
              2),
          new Streams(),
          ARN,
          "leases");

  @Test
  void tellsTheLagOfEachShardThatIsOpenOrNotFinished() {
    assertThat(lags.lags(NOW))
        .containsExactly(
            new ShardLag("shard-2", lease("TRIM_HORIZON"), Optional.of(Duration.ofMinutes(2))),
            new ShardLag("shard-3", lease("300"), Optional.of(Duration.ofMinutes(3))),
            new ShardLag("shard-4", lease("400"), Optional.of(Duration.ofHours(24))),
            new ShardLag("shard-5", lease("500"), Optional.of(Duration.ZERO)));
  }

  @Test
  void namesAllShardsToTheLastPage() {
    assertThat(lags.shards())
        .extracting(Shard::shardId)
        .containsExactly(
            "shard-0", "shard-1", "shard-2", "shard-3", "shard-4", "shard-5", "shard-6");
  }

  private static Optional<RelayLease> lease(String checkpoint) {
    return Optional.of(new RelayLease(Optional.of("worker"), 7, checkpoint));
  }

  private static Map<String, AttributeValue> lease(String shard, String checkpoint) {
    return Map.of(
        "leaseKey", AttributeValue.fromS(shard),
        "leaseOwner", AttributeValue.fromS("worker"),
        "leaseCounter", AttributeValue.fromN("7"),
        "checkpoint", AttributeValue.fromS(checkpoint));
  }

  /** Shards 0 to 6, of which shards 0 and 6 were never leased. */
  private static final class Streams implements DynamoDbStreamsClient {
    private static final List<Shard> SHARDS =
        IntStream.range(0, 7)
            .mapToObj(number -> shard(number, number == 3 || number == 5 ? null : "9999"))
            .toList();

    @Override
    public DescribeStreamResponse describeStream(DescribeStreamRequest request) {
      assertThat(request.streamArn()).isEqualTo(ARN);
      int from = Optional.ofNullable(request.exclusiveStartShardId()).map(Streams::after).orElse(0);
      int to = Math.min(from + 2, SHARDS.size());
      return DescribeStreamResponse.builder()
          .streamDescription(
              stream ->
                  stream
                      .shards(SHARDS.subList(from, to))
                      .lastEvaluatedShardId(
                          to == SHARDS.size() ? null : SHARDS.get(to - 1).shardId()))
          .build();
    }

    private static int after(String shard) {
      return SHARDS.stream().map(Shard::shardId).toList().indexOf(shard) + 1;
    }

    private static Shard shard(int number, @Nullable String end) {
      return Shard.builder()
          .shardId("shard-" + number)
          .sequenceNumberRange(range -> range.startingSequenceNumber("1").endingSequenceNumber(end))
          .build();
    }

    /** The iterator says what was asked for. */
    @Override
    public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
      return GetShardIteratorResponse.builder()
          .shardIterator(
              "%s %s %s"
                  .formatted(
                      request.shardId(),
                      request.shardIteratorTypeAsString(),
                      request.sequenceNumber()))
          .build();
    }

    @Override
    public GetRecordsResponse getRecords(GetRecordsRequest request) {
      return switch (request.shardIterator()) {
        case "shard-2 TRIM_HORIZON null" -> record(Duration.ofMinutes(2));
        case "shard-3 AFTER_SEQUENCE_NUMBER 300" -> record(Duration.ofMinutes(3));
        case "shard-4 AFTER_SEQUENCE_NUMBER 400" ->
            throw TrimmedDataAccessException.builder().message("trimmed").build();
        case "shard-5 AFTER_SEQUENCE_NUMBER 500" -> GetRecordsResponse.builder().build();
        default -> throw new AssertionError(request);
      };
    }

    private static GetRecordsResponse record(Duration age) {
      return GetRecordsResponse.builder()
          .records(
              Record.builder()
                  .dynamodb(change -> change.approximateCreationDateTime(NOW.minus(age)))
                  .build())
          .build();
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }
}
