package io.github.dynamooutbox.localaws.stub;

/**
 * The services that the stub emulates, with the error codes by which each reports throttling and
 * internal failures.
 */
public enum Service {
  EVENTBRIDGE("ThrottlingException", "InternalFailure"),
  /** Its Custom Event Bus. No page of AWS names the code of a throttled entry. */
  EVENTBRIDGEV2("ThrottlingException", "InternalException"),
  SNS("Throttling", "InternalError"),
  KINESIS("ProvisionedThroughputExceededException", "InternalFailure");

  private final String throttlingCode;
  private final String internalErrorCode;

  Service(String throttlingCode, String internalErrorCode) {
    this.throttlingCode = throttlingCode;
    this.internalErrorCode = internalErrorCode;
  }

  /** The error code of a request, or of an entry of a batch, that the service throttles. */
  public String throttlingCode() {
    return throttlingCode;
  }

  /** The error code of a request, or of an entry of a batch, that failed inside the service. */
  public String internalErrorCode() {
    return internalErrorCode;
  }
}
