package io.github.dynamooutbox.operations.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.Shard;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

class StreamFollowerTest {
  /** What it has is deleted before somebody reads it, until it has been opened twice. */
  private static final class Forgetful implements DynamoDbStreamsClient {
    private int opened;

    @Override
    public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
      opened++;
      return GetShardIteratorResponse.builder().shardIterator("i-" + opened).build();
    }

    @Override
    public GetRecordsResponse getRecords(GetRecordsRequest request) {
      if (opened < 3) {
        throw TrimmedDataAccessException.builder().build();
      }
      return GetRecordsResponse.builder().nextShardIterator("next").build();
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }

  @Test
  void countsHowOftenTheStreamHadDeletedWhatWasNotRead() {
    Shard shard =
        Shard.builder()
            .shardId("a")
            .sequenceNumberRange(range -> range.startingSequenceNumber("1"))
            .build();
    StreamFollower follower =
        new StreamFollower(
            new Forgetful(), "arn", () -> List.of(shard), new RecordCodec(OutboxSchema.defaults()));

    assertThat(follower.gaps()).isZero();
    for (int gaps : new int[] {1, 2, 2}) {
      assertThat(follower.poll()).isEmpty();
      assertThat(follower.gaps()).isEqualTo(gaps);
    }
  }
}
