package io.github.dynamooutbox.localaws.stub;

/**
 * The services that the stub plays, with the codes by which each says that it is busy or broken.
 */
public enum Service {
  EVENTBRIDGE("ThrottlingException", "InternalFailure"),
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
