package io.github.dynamooutbox.localaws.stub.internal.sns;

import io.github.dynamooutbox.localaws.stub.internal.ServiceError;

/** The errors that SNS answers with in more than one place. */
final class Refusals {
  static final String INVALID_PARAMETER = "InvalidParameter";

  private Refusals() {}

  static ServiceError invalidParameter(String what) {
    return ServiceError.badRequest(INVALID_PARAMETER, "Invalid parameter: " + what);
  }

  static ServiceError noTopic() {
    return new ServiceError(404, "NotFound", "Topic does not exist");
  }
}
