package io.github.dynamooutbox.aws.follow;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;

class StreamRecordsTest {
  private static final Map<String, AttributeValue> KEYS =
      Map.of("PK", AttributeValue.fromS("OUTBOX#Order#42"), "SK", AttributeValue.fromS("1"));

  @Test
  void keepsTheCreationTimeOfARecord() {
    Instant created = Instant.parse("2026-11-21T09:55:30Z");

    assertThat(mapped(record(change -> change.approximateCreationDateTime(created))).createdAt())
        .contains(created);
  }

  @Test
  void aRecordMayHaveNoCreationTime() {
    assertThat(mapped(record(change -> {})).createdAt()).isEmpty();
  }

  private static StreamRecord mapped(Record record) {
    return StreamRecords.of(List.of(record)).get(0);
  }

  private static Record record(
      Consumer<software.amazon.awssdk.services.dynamodb.model.StreamRecord.Builder> more) {
    return Record.builder()
        .eventName(OperationType.INSERT)
        .dynamodb(
            change -> {
              change.sequenceNumber("1").keys(KEYS);
              more.accept(change);
            })
        .build();
  }
}
