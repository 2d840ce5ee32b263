package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.kcl.internal.lease.KclClients.CountedReads;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorResponse;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

class CountedReadsTest {
  private RuntimeException failure = TrimmedDataAccessException.builder().build();
  private boolean fails;
  private final CountedReads reads =
      new CountedReads(
          new DynamoDbStreamsClient() {
            @Override
            public GetShardIteratorResponse getShardIterator(GetShardIteratorRequest request) {
              return orFail(GetShardIteratorResponse.builder().build());
            }

            @Override
            public GetRecordsResponse getRecords(GetRecordsRequest request) {
              return orFail(GetRecordsResponse.builder().build());
            }

            @Override
            public String serviceName() {
              return "streams";
            }

            @Override
            public void close() {}
          });

  private <T> T orFail(T answer) {
    if (fails) {
      throw failure;
    }
    return answer;
  }

  @Test
  void countsReadsThatSucceed() {
    reads.getShardIterator(GetShardIteratorRequest.builder().build());
    reads.getRecords(GetRecordsRequest.builder().build());
    reads.getRecords(GetRecordsRequest.builder().build());

    assertThat(reads.reads()).isEqualTo(2);
    assertThat(reads.trimmed()).isZero();
  }

  @Test
  void countsWhatTheStreamNoLongerHas() {
    fails = true;
    assertThatThrownBy(() -> reads.getShardIterator(GetShardIteratorRequest.builder().build()))
        .isSameAs(failure);
    assertThatThrownBy(() -> reads.getRecords(GetRecordsRequest.builder().build()))
        .isSameAs(failure);

    failure = ResourceNotFoundException.builder().build();
    assertThatThrownBy(() -> reads.getShardIterator(request -> request.shardId("gone")))
        .as("a shard that is gone")
        .isSameAs(failure);
    assertThat(reads.isNotFound("gone")).isTrue();
    assertThat(reads.isNotFound("another")).isFalse();

    assertThat(reads.trimmed()).isEqualTo(3);
    assertThat(reads.reads()).isZero();
  }

  @Test
  void otherFailuresAreNotCountedAsTrimmed() {
    fails = true;
    failure = LimitExceededException.builder().build();
    assertThatThrownBy(() -> reads.getRecords(GetRecordsRequest.builder().build()))
        .isSameAs(failure);

    assertThat(reads.trimmed()).isZero();
  }
}
