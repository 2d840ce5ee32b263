package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The streams that exist. */
final class Streams {
  private final Map<String, Stream> streams = new ConcurrentHashMap<>();
  private final Account account;
  private final Clock clock;

  Streams(Account account, Clock clock) {
    this.account = account;
    this.clock = clock;
  }

  void create(String name, int shards, String mode, int maxKib) {
    Stream stream =
        new Stream(
            name, account.arn("kinesis", "stream/" + name), mode, maxKib, clock.instant(), shards);
    if (streams.putIfAbsent(name, stream) != null) {
      throw ServiceError.badRequest(
          "ResourceInUseException",
          "Stream " + name + " under account " + account.id() + " already exists.");
    }
  }

  void delete(Stream stream) {
    streams.remove(stream.name(), stream);
  }

  /** The stream that a request names, by name or ARN. */
  Stream get(JsonInput input) {
    String name =
        input
            .text("StreamName")
            .or(() -> input.text("StreamARN").map(Account::nameOf))
            .orElseThrow(
                () ->
                    ServiceError.badRequest(
                        "InvalidArgumentException", "StreamName or StreamARN must be given."));
    return get(name);
  }

  Stream get(String name) {
    return Optional.ofNullable(streams.get(name))
        .orElseThrow(
            () ->
                ServiceError.badRequest(
                    "ResourceNotFoundException",
                    "Stream " + name + " under account " + account.id() + " not found."));
  }
}
