package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.settings.ExitCode;
import io.github.dynamooutbox.kcl.settings.ServiceException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExpiredIteratorException;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TrimmedDataAccessException;

class ReadWatchTest {
  private final RuntimeException denied =
      DynamoDbException.builder()
          .statusCode(400)
          .awsErrorDetails(
              AwsErrorDetails.builder()
                  .errorCode("AccessDeniedException")
                  .errorMessage("not authorized to perform dynamodb:GetRecords")
                  .build())
          .build();

  private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 5_000_000_000L);
  private final ReadFailures reads = new ReadFailures(now::get);
  private final List<Throwable> ends = new ArrayList<>();
  private final ReadWatch watch = new ReadWatch(reads, ends::add);

  @Test
  void endsAWorkerWhoseReadsHaveFailedForHalfAMinuteAndReportsWhy() {
    failFor(29, denied);
    assertThat(ends).isEmpty();

    failFor(2, denied);
    assertThat(ends)
        .singleElement()
        .satisfies(
            end -> {
              assertThat(end)
                  .hasMessageContaining("have failed for 30 s")
                  .hasMessageContaining("AccessDeniedException: not authorized")
                  .hasCause(denied);
              assertThat(((ServiceException) end).exitCode()).isEqualTo(ExitCode.CANNOT_READ);
            });
  }

  @Test
  void oneSuccessfulReadIsEnoughToContinue() {
    for (int i = 0; i < 10; i++) {
      failFor(25, denied);
      reads.succeeded();
      watch.check();
    }
    assertThat(ends).isEmpty();
  }

  /** The window is full: nothing is read because a target is down. */
  @Test
  void readsThatAreNotMadeHaveNotFailed() {
    failFor(5, SdkClientException.create("reset"));
    pass(60);
    assertThat(reads.now()).isEmpty();
    failFor(5, SdkClientException.create("reset"));

    assertThat(ends).isEmpty();
    assertThat(reads.now().orElseThrow().lasting()).isEqualTo(Duration.ofSeconds(5));
  }

  @ParameterizedTest
  @MethodSource("ofOneShardOrTooMany")
  void aFailureThatAnotherWorkerWouldGetAsWellEndsNoWorker(RuntimeException failure) {
    failFor(60, failure);

    assertThat(reads.now()).isEmpty();
    assertThat(ends).isEmpty();
  }

  static List<RuntimeException> ofOneShardOrTooMany() {
    return List.of(
        TrimmedDataAccessException.builder().build(),
        ResourceNotFoundException.builder().build(),
        ExpiredIteratorException.builder().build(),
        LimitExceededException.builder().build(),
        AbortedException.create("interrupted"),
        DynamoDbException.builder()
            .awsErrorDetails(AwsErrorDetails.builder().errorCode("ThrottlingException").build())
            .build());
  }

  private void failFor(int seconds, RuntimeException failure) {
    for (int i = 0; i < seconds; i++) {
      reads.failed(failure);
      watch.check();
      pass(1);
    }
  }

  private void pass(int seconds) {
    now.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }
}
