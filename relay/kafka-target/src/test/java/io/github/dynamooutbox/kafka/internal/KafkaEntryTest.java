package io.github.dynamooutbox.kafka.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.junit.jupiter.api.Test;

class KafkaEntryTest {
  /** What a varint of a record can take beyond its first byte; a timestamp is a varlong. */
  private static final int VARINT = 4;

  private static final int VARLONG = 9;

  @Test
  void countsTheBytesOfABatchOfItsOwnByKafka() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      String key = "k".repeat(random.nextInt(2_000)) + "ö";
      byte[] value = new byte[random.nextInt(100_000)];
      KafkaEntry entry =
          random.nextInt(4) == 0
              ? KafkaEntry.structured(key, value)
              : KafkaEntry.binary(key, value, attributes(random));

      ProducerRecord<byte[], byte[]> record = entry.record("topic");
      int actual =
          DefaultRecordBatch.sizeInBytes(
              List.of(
                  new SimpleRecord(0L, record.key(), record.value(), record.headers().toArray())));

      int headers = record.headers().toArray().length;
      assertThat(entry.bytes())
          .as("seed %d, round %d", seed, round)
          .isBetween(actual, actual + VARLONG + (5 + 2 * headers) * VARINT);
    }
  }

  @Test
  void sendsAllOfAnEventInBinaryMode() {
    ProducerRecord<byte[], byte[]> record =
        KafkaEntry.binary(
                "Order#ö",
                new byte[] {1, 0, -1},
                Map.of("id", "1", "datacontenttype", "a/b", "channel", "wéb"))
            .record("topic");

    assertThat(record.topic()).isEqualTo("topic");
    assertThat(record.partition()).as("is derived from the key").isNull();
    assertThat(new String(record.key(), UTF_8)).isEqualTo("Order#ö");
    assertThat(record.value()).containsExactly(1, 0, -1);
    Map<String, String> headers = new HashMap<>();
    record
        .headers()
        .forEach(header -> headers.put(header.key(), new String(header.value(), UTF_8)));
    assertThat(headers).isEqualTo(Map.of("ce_id", "1", "content-type", "a/b", "ce_channel", "wéb"));
  }

  private static Map<String, String> attributes(Random random) {
    Map<String, String> attributes = new HashMap<>();
    for (int i = random.nextInt(15); i > 0; i--) {
      attributes.put("ä".repeat(random.nextInt(40)) + i, "ü".repeat(random.nextInt(3_000)));
    }
    return attributes;
  }
}
