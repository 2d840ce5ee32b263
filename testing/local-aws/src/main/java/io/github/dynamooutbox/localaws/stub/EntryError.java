package io.github.dynamooutbox.localaws.stub;

/**
 * How one entry of a batch fails.
 *
 * @param code the service's error code
 * @param senderFault whether the entry is at fault rather than the service; SNS reports this to its
 *     callers
 */
public record EntryError(String code, String message, boolean senderFault) {

  /** The service is busy: worth a retry. */
  public static EntryError throttled(Service service) {
    return new EntryError(service.throttlingCode(), "Rate exceeded", false);
  }

  /** The service is broken: worth a retry. */
  public static EntryError internal(Service service) {
    return new EntryError(service.internalErrorCode(), "Internal Service Failure", false);
  }

  /** The entry is invalid, and a retry cannot succeed; for example {@code InvalidArgument}. */
  public static EntryError rejected(String code) {
    return new EntryError(code, "The entry is not acceptable.", true);
  }
}
