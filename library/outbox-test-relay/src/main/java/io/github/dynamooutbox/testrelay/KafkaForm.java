package io.github.dynamooutbox.testrelay;

import io.github.dynamooutbox.kafka.internal.KafkaEntry;
import io.github.dynamooutbox.relay.decode.Envelope;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The record that the Kafka target sends for an event. */
final class KafkaForm {
  private static final String TARGET =
      """
      "type":"kafka","topic":"test","bootstrapServers":["127.0.0.1:1"]\
      """;

  /** A record is rendered without a client. */
  private static final LentClients HOST =
      new LentClients(
          TestCommit.TABLE,
          Runnable::run,
          type -> {
            throw new UnsupportedOperationException(type.getName());
          });

  private KafkaForm() {}

  static TestRecord of(String form, Envelope envelope) {
    try {
      Class.forName("io.github.dynamooutbox.kafka.KafkaFactory");
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(
          "records of Kafka are rendered by its target, which is not on the class path of the"
              + " tests: add io.github.dynamooutbox:kafka-target in test scope",
          e);
    }
    return Loaded.of(form, envelope);
  }

  /** Loaded only where Kafka is. */
  private static final class Loaded {
    static TestRecord of(String form, Envelope envelope) {
      KafkaEntry entry =
          (KafkaEntry) SentRequest.prepared(SentRequest.open("test", TARGET, form, HOST), envelope);
      ProducerRecord<byte[], byte[]> record = entry.record("test");
      Map<String, String> headers = new TreeMap<>();
      record.headers().forEach(header -> headers.put(header.key(), text(header.value())));
      return new TestRecord(text(record.key()), record.value(), headers);
    }

    private static String text(byte[] utf8) {
      return new String(utf8, StandardCharsets.UTF_8);
    }
  }
}
