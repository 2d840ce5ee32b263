package io.github.dynamooutbox.aws.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.table.Calls.Contention;
import java.util.Arrays;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

class ContentionTest {
  @Test
  void othersInTheWayAndNoUnitsLeftAreNoFailures() {
    assertThat(Contention.isCauseOf(coded("TransactionConflictException"))).isTrue();
    assertThat(Contention.isCauseOf(coded("ThrottlingException"))).isTrue();
    assertThat(Contention.isCauseOf(new CompletionException(coded("RequestLimitExceeded"))))
        .isTrue();
    assertThat(Contention.isCauseOf(cancelled("None", "TransactionConflict"))).isTrue();
    assertThat(Contention.isCauseOf(cancelled("ThrottlingError", "None"))).isTrue();
    // As BatchGet reports that nothing could be read.
    assertThat(Contention.isCauseOf(ProvisionedThroughputExceededException.builder().build()))
        .isTrue();
  }

  @Test
  void everythingElseIsAFailure() {
    assertThat(Contention.isCauseOf(coded("AccessDeniedException"))).isFalse();
    assertThat(Contention.isCauseOf(coded("ResourceNotFoundException"))).isFalse();
    assertThat(Contention.isCauseOf(cancelled("ConditionalCheckFailed", "TransactionConflict")))
        .isFalse();
    assertThat(Contention.isCauseOf(new IllegalStateException("ThrottlingException"))).isFalse();
  }

  private static DynamoDbException coded(String code) {
    return (DynamoDbException)
        DynamoDbException.builder()
            .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).build())
            .build();
  }

  private static TransactionCanceledException cancelled(String... codes) {
    return TransactionCanceledException.builder()
        .cancellationReasons(
            Arrays.stream(codes)
                .map(code -> CancellationReason.builder().code(code).build())
                .toList())
        .build();
  }
}
