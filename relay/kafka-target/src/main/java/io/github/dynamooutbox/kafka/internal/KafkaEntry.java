package io.github.dynamooutbox.kafka.internal;

import io.github.dynamooutbox.relay.publish.Entry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;

/** A record: its key is the aggregate, its value an event by the CloudEvents binding for Kafka. */
public final class KafkaEntry implements Entry {
  /**
   * Kafka documentation, "Message Format": a batch header has 61 bytes; a record starts with at
   * most 21 for its length, attributes, timestamp and offset; each length in it takes at most 5.
   */
  private static final int OVERHEAD = 61 + 21 + 5;

  private static final int LENGTH = 5;

  private final byte[] key;
  private final byte[] value;
  private final List<Header> headers;

  private KafkaEntry(byte[] key, byte[] value, List<Header> headers) {
    this.key = key;
    this.value = value;
    this.headers = headers;
  }

  /** CloudEvents Kafka binding, 3.3: the whole event is the value. */
  static KafkaEntry structured(String key, byte[] event) {
    String type = "application/cloudevents+json; charset=UTF-8";
    return new KafkaEntry(utf8(key), event, List.of(header("content-type", type)));
  }

  /** CloudEvents Kafka binding, 3.2: the payload is the value, and attributes are headers. */
  static KafkaEntry binary(String key, byte[] payload, Map<String, String> attributes) {
    List<Header> headers = new ArrayList<>();
    attributes.forEach(
        (name, value) ->
            headers.add(
                header(name.equals("datacontenttype") ? "content-type" : "ce_" + name, value)));
    return new KafkaEntry(utf8(key), payload, List.copyOf(headers));
  }

  private static Header header(String name, String value) {
    return new RecordHeader(name, utf8(value));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** For the producer, which derives the partition from the key. */
  public ProducerRecord<byte[], byte[]> record(String topic) {
    return new ProducerRecord<>(topic, null, key, value, headers);
  }

  /** An upper bound: the size in a batch of its own. */
  @Override
  public int bytes() {
    long bytes = OVERHEAD + 2L * LENGTH + key.length + value.length;
    for (Header header : headers) {
      bytes += 2L * LENGTH + utf8(header.key()).length + header.value().length;
    }
    return (int) Math.min(bytes, Integer.MAX_VALUE);
  }
}
