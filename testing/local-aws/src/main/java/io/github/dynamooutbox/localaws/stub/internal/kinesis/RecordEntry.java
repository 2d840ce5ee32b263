package io.github.dynamooutbox.localaws.stub.internal.kinesis;

import io.github.dynamooutbox.localaws.stub.BatchEntry;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonInput;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/** A record, as it was sent. Its data is not copied and must not be modified. */
final class RecordEntry {
  private static final int MAX_KEY_CHARS = 256;

  private final byte[] data;
  private final String partitionKey;
  private final Optional<String> explicitHashKey;

  private RecordEntry(byte[] data, String partitionKey, Optional<String> explicitHashKey) {
    this.data = data;
    this.partitionKey = partitionKey;
    this.explicitHashKey = explicitHashKey;
  }

  /**
   * Reads and checks a record.
   *
   * @param path where it is in the request, for errors
   * @param maxBytes the stream's maximum record size
   */
  static RecordEntry of(JsonInput input, String path, int maxBytes) {
    RecordEntry entry =
        new RecordEntry(
            input.requiredBytes("Data"),
            input.requiredText("PartitionKey"),
            input.text("ExplicitHashKey"));
    int keyLength = entry.partitionKey.codePointCount(0, entry.partitionKey.length());
    if (keyLength < 1 || keyLength > MAX_KEY_CHARS) {
      throw JsonInput.invalid(
          "'...'",
          path + "partitionKey",
          "Member must have length "
              + (keyLength < 1 ? "greater than or equal to 1" : "less than or equal to 256"));
    }
    if (entry.size() > maxBytes) {
      throw JsonInput.invalid(
          "'...'", path + "data", "Member must have length less than or equal to " + maxBytes);
    }
    if (entry.explicitHashKey.filter(key -> !key.matches("0|[1-9]\\d{0,38}")).isPresent()) {
      throw JsonInput.invalid(
          "'...'",
          path + "explicitHashKey",
          "Member must satisfy regular expression pattern: 0|([1-9]\\d{0,38})");
    }
    return entry;
  }

  /** Bytes that count towards the limits: data and partition key. */
  long size() {
    return data.length + (long) partitionKey.getBytes(StandardCharsets.UTF_8).length;
  }

  String partitionKey() {
    return partitionKey;
  }

  byte[] data() {
    return data;
  }

  /** The hash key, which determines the shard. */
  BigInteger hashKey() {
    return explicitHashKey.map(BigInteger::new).orElseGet(() -> md5(partitionKey));
  }

  private static BigInteger md5(String text) {
    try {
      MessageDigest digest = MessageDigest.getInstance("MD5");
      return new BigInteger(1, digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }

  BatchEntry asBatchEntry(int index, Stream stream) {
    return new BatchEntry(
        index, stream.name(), partitionKey, new String(data, StandardCharsets.UTF_8));
  }
}
