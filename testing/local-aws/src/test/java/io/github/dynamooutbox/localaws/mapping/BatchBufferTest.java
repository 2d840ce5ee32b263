package io.github.dynamooutbox.localaws.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

class BatchBufferTest {
  private static final int MEGABYTE = 1_000_000;

  @Test
  void aBatchNeverExceedsSixMegabytes() {
    BatchBuffer buffer = new BatchBuffer(100, 0);
    buffer.add(List.of(entry("a", 3), entry("b", 2), entry("c", 2), entry("d", 1)), 0);

    assertThat(keys(buffer.take())).isEqualTo("ab");
    assertThat(keys(buffer.take())).isEqualTo("cd");
    assertThat(buffer.isEmpty()).isTrue();
  }

  @Test
  void aRecordThatIsTooLargeForABatchGoesAlone() {
    BatchBuffer buffer = new BatchBuffer(100, 0);
    buffer.add(List.of(entry("a", 7), entry("b", 1)), 0);

    assertThat(keys(buffer.take())).isEqualTo("a");
  }

  @Test
  void theWindowRunsFromTheFirstRecordThatWaits() {
    BatchBuffer buffer = new BatchBuffer(100, 1_000);
    buffer.add(List.of(entry("a", 0)), 5_000);
    buffer.add(List.of(entry("b", 0)), 5_900);

    assertThat(buffer.isDue(5_999)).isFalse();
    assertThat(buffer.isDue(6_000)).isTrue();
  }

  @Test
  void sixMegabytesAreDueBeforeTheWindowEnds() {
    BatchBuffer buffer = new BatchBuffer(100, 1_000);
    buffer.add(List.of(entry("a", 3), entry("b", 4)), 0);

    assertThat(buffer.isDue(1)).isTrue();
  }

  private static String keys(List<StreamEntry> batch) {
    return batch.stream().map(StreamEntry::sequenceNumber).collect(Collectors.joining());
  }

  private static StreamEntry entry(String sequenceNumber, int megabytes) {
    return new StreamEntry(
        Record.builder()
            .eventID("e")
            .eventName(OperationType.INSERT)
            .dynamodb(
                StreamRecord.builder()
                    .approximateCreationDateTime(Instant.EPOCH)
                    .keys(Map.of("PK", AttributeValue.fromS("x".repeat(megabytes * MEGABYTE))))
                    .sequenceNumber(sequenceNumber)
                    .sizeBytes(1L)
                    .streamViewType(StreamViewType.KEYS_ONLY)
                    .build())
            .build(),
        "arn");
  }
}
