package io.github.dynamooutbox.aws.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry.Reason;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;

class RequestErrorsTest {
  @ParameterizedTest
  @CsvSource({
    "400, ThrottlingException",
    "400, ProvisionedThroughputExceededException",
    "400, LimitExceededException",
    "400, AccessDeniedException",
    "403, AuthorizationError",
    "400, ExpiredTokenException",
    "400, UnrecognizedClientException",
    "400, InvalidSignatureException",
    "400, NotAuthorizedForSourceException",
    "400, ResourceNotFoundException",
    "404, NotFound",
    "400, KMSAccessDeniedException",
    "400, KMSThrottling",
    "400, ResourceInUseException",
    "408, RequestTimeout",
    "429, Anything",
    "403, Anything",
    "500, InternalFailure",
    "503, ServiceUnavailable",
    "403, InvalidSecurity",
    "400, InvalidSecurityException",
    "502, ''",
    "400, ''",
    "413, ''",
    "400, RequestAbortedException",
    "400, UnknownOperationException",
    "409, OperationAborted",
    "409, Anything",
    "423, Anything",
    "425, Anything"
  })
  void theEnvironmentsFaultIsRetried(int status, String code) {
    assertThat(RequestErrors.outcome(answer(status, code, "m"), 2))
        .isInstanceOfSatisfying(
            BatchOutcome.PerEntry.class,
            outcome ->
                assertThat(outcome.outcomes())
                    .hasSize(2)
                    .allSatisfy(
                        entry -> assertThat(entry).isInstanceOf(PublishOutcome.Retry.class)));
  }

  @ParameterizedTest
  @CsvSource({
    "400, ValidationException",
    "400, InvalidParameter",
    "400, BatchRequestTooLong",
    "400, InvalidArgumentException"
  })
  void anotherClientErrorRefusesTheRequest(int status, String code) {
    assertThat(RequestErrors.outcome(answer(status, code, "m"), 2))
        .isInstanceOf(BatchOutcome.RequestRefused.class);
  }

  @ParameterizedTest
  @CsvSource({
    "400, ValidationException, true",
    "400, InvalidParameter, true",
    "400, InvalidMessageContents, true",
    "400, AWS.SimpleQueueService.BatchRequestTooLong, true",
    "413, RequestEntityTooLargeException, true",
    "400, SomethingNew, false",
    "418, Teapot, false"
  })
  void anEntryIsGivenUpOnlyForWhatAwsListsAsAnErrorOfTheContent(
      int status, String code, boolean isPermanent) {
    assertThat(RequestErrors.outcome(answer(status, code, "m"), 2))
        .isInstanceOf(BatchOutcome.RequestRefused.class);
    BatchOutcome alone = RequestErrors.outcome(answer(status, code, "m"), 1);
    if (isPermanent) {
      assertThat(alone).isInstanceOf(BatchOutcome.RequestRefused.class);
    } else {
      assertThat(alone)
          .isEqualTo(
              BatchOutcome.all(
                  1,
                  new PublishOutcome.Retry(
                      code, "m (HTTP %d, request r-1)".formatted(status), Reason.ENTRY)));
    }
  }

  @Test
  void aTopicArnThatSnsDoesNotTakeIsNoEventsFault() {
    assertThat(
            RequestErrors.outcome(
                answer(400, "InvalidParameter", "Invalid parameter: TopicArn"), 1))
        .isInstanceOf(BatchOutcome.PerEntry.class);
  }

  /** A proxy's answer, for example, has no details at all. */
  @Test
  void aClientErrorWithoutACodeIsRetriedUnderItsStatus() {
    AwsServiceException bare = AwsServiceException.builder().statusCode(400).build();
    assertThat(RequestErrors.outcome(bare, 1))
        .isEqualTo(BatchOutcome.all(1, RequestErrors.retry(bare)));
    assertThat(RequestErrors.retry(bare).code()).isEqualTo("Http400");
  }

  @Test
  void noAnswerIsRetriedUnderTheExceptionsName() {
    assertThat(RequestErrors.outcome(ApiCallTimeoutException.create(100), 1))
        .isEqualTo(
            BatchOutcome.all(
                1,
                new PublishOutcome.Retry(
                    "ApiCallTimeoutException", ApiCallTimeoutException.create(100).getMessage())));
    assertThat(RequestErrors.retry(SdkClientException.create("Connection reset")).code())
        .isEqualTo("SdkClientException");
  }

  @Test
  void whatAValidationMessageQuotesIsLeftOut() {
    String message =
        "1 validation error detected: Value '[{detail=my 'secret' thing}]' at 'entries' failed";
    assertThat(RequestErrors.shortened(message))
        .isEqualTo("1 validation error detected: value (left out) at 'entries' failed");
    assertThat(RequestErrors.shortened("x".repeat(1000))).hasSize(303);
  }

  private static AwsServiceException answer(int status, String code, String message) {
    return AwsServiceException.builder()
        .statusCode(status)
        .requestId("r-1")
        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).errorMessage(message).build())
        .build();
  }
}
