package io.github.dynamooutbox.testrelay;

import java.util.Map;

/** A record of Kinesis or Kafka. Immutable. */
public final class TestRecord {
  private final String key;
  private final byte[] value;
  private final Map<String, String> headers;

  TestRecord(String key, byte[] value, Map<String, String> headers) {
    this.key = key;
    this.value = value.clone();
    this.headers = Map.copyOf(headers);
  }

  /** The partition key. */
  public String key() {
    return key;
  }

  /** The data of a Kinesis record, or the value of a Kafka record; a copy. */
  public byte[] value() {
    return value.clone();
  }

  /** The headers of a Kafka record, by name; a Kinesis record has none. */
  public Map<String, String> headers() {
    return headers;
  }

  /** Contains no payload: payloads do not belong in logs. */
  @Override
  public String toString() {
    return "TestRecord[" + value.length + " bytes, headers " + headers.keySet() + ']';
  }
}
