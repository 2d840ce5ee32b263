package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/**
 * A position in a shard, which readers hold as an opaque string.
 *
 * @param streamCreatedAt distinguishes a stream from a deleted one of the same name
 */
record ShardIterator(
    String stream, Instant streamCreatedAt, String shardId, int place, Instant issuedAt) {

  String encode() {
    String text =
        String.join(
            "/",
            stream,
            streamCreatedAt.toString(),
            shardId,
            String.valueOf(place),
            issuedAt.toString());
    return Base64.getUrlEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  static ShardIterator decode(String text) {
    try {
      String decoded = new String(Base64.getUrlDecoder().decode(text), StandardCharsets.UTF_8);
      List<String> parts = List.of(decoded.split("/", -1));
      if (parts.size() == 5) {
        return new ShardIterator(
            parts.get(0),
            Instant.parse(parts.get(1)),
            parts.get(2),
            Integer.parseInt(parts.get(3)),
            Instant.parse(parts.get(4)));
      }
    } catch (RuntimeException e) {
      // Not an iterator of this stub: reported below, as the service words it.
    }
    throw ServiceError.badRequest("InvalidArgumentException", "Invalid ShardIterator.");
  }

  /** The stream that an iterator refers to; empty if it is not a valid iterator. */
  static Optional<String> streamIn(String text) {
    try {
      return Optional.of(decode(text).stream());
    } catch (ServiceError e) {
      // The action itself reports the error.
      return Optional.empty();
    }
  }
}
