package io.github.dynamooutbox.aws.follow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

class StreamCursorTest {
  /** After its first record it has only one left, and the one between them is gone. */
  private static final class Trimmed implements DynamoDbStreamsClient {
    private final List<String> opened = new ArrayList<>();

    @Override
    public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
      opened.add(request.shardIteratorTypeAsString());
      return GetShardIteratorResponse.builder()
          .shardIterator(request.shardIteratorTypeAsString())
          .build();
    }

    @Override
    public GetRecordsResponse getRecords(GetRecordsRequest request) {
      return switch (request.shardIterator()) {
        case "LATEST" -> page("gone", "1");
        case "gone" -> throw TrimmedDataAccessException.builder().build();
        default -> page(null, "3");
      };
    }

    private static GetRecordsResponse page(String next, String position) {
      return GetRecordsResponse.builder()
          .records(Record.builder().dynamodb(it -> it.sequenceNumber(position)).build())
          .nextShardIterator(next)
          .build();
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }

  @Test
  void whereRecordsAreGoneItContinuesWithTheOldestThatIsLeft() {
    Trimmed streams = new Trimmed();
    StreamCursor cursor = new StreamCursor(streams, "arn", "a", ShardIteratorType.LATEST);

    assertThat(positions(cursor)).containsExactly("1");
    assertThat(cursor.gaps()).isZero();
    assertThat(positions(cursor)).isEmpty();
    assertThat(cursor.gaps()).isEqualTo(1);
    assertThat(cursor.isAtEnd()).isFalse();
    assertThat(positions(cursor)).containsExactly("3");
    assertThat(cursor.isAtEnd()).isTrue();
    assertThat(streams.opened).containsExactly("LATEST", "TRIM_HORIZON");
  }

  private static List<String> positions(StreamCursor cursor) {
    return cursor.read().stream().map(record -> record.dynamodb().sequenceNumber()).toList();
  }
}
