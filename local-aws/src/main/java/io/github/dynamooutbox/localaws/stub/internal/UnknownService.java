package io.github.dynamooutbox.localaws.stub.internal;

import io.github.dynamooutbox.localaws.stub.internal.json.Wire;

/** The answer to requests for services that the stub does not play. */
final class UnknownService {
  private UnknownService() {}

  static WireReply reply(WireRequest request) {
    String action = request.header("X-Amz-Target").orElse("(no action)");
    return Wire.of(request)
        .error(
            new ServiceError(
                404, "UnknownOperationException", "This stub does not know " + action + '.'));
  }
}
