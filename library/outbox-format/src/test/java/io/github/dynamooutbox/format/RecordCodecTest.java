package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamooutbox.format.DecodeResult.Decoded;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordCodecTest {
  private static final AggregateKey ORDER = new AggregateKey("Order", "42");

  private final RecordCodec codec = new RecordCodec(OutboxSchema.defaults());
  private final Decoded minimal = (Decoded) codec.decode(DynamoDbJson.golden("v1-minimal"));

  @Test
  void keysSortBySequence() {
    assertThat(codec.key(ORDER, 9).sort()).isLessThan(codec.key(ORDER, 10).sort());
    assertThat(codec.key(ORDER, Long.MAX_VALUE - 1).sort())
        .isLessThan(codec.key(ORDER, Long.MAX_VALUE).sort());
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1, 42, 999_999_999_999_999_999L, Long.MAX_VALUE})
  void sequenceIsReadFromItsKey(long sequence) {
    assertThat(codec.sequence(codec.key(ORDER, sequence))).hasValue(sequence);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "1",
        "000000000000000001",
        "00000000000000000001",
        "000000000000000000a",
        "-000000000000000001",
        "000000000000000000\u0661",
        "9223372036854775808",
        "9999999999999999999",
        "0192d3a4-5b6c-7d8e-9f00-112233445566"
      })
  void otherKeysHaveNoSequence(String sort) {
    assertThat(codec.sequence(new RecordKey("OUTBOX#Order#42", sort))).isEmpty();
  }

  @Test
  void keyHoldsPrefixTypeAndId() {
    assertThat(codec.key(ORDER, "unique")).isEqualTo(new RecordKey("OUTBOX#Order#42", "unique"));
  }

  @Test
  void negativeSequenceHasNoKey() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.key(ORDER, -1))
        .withMessage("sequence -1: must be 0 or more");
  }

  @Test
  void keysAreOfTheSchema() {
    OutboxSchema own = new OutboxSchema("pk", "sk", "events/", "expires");
    assertThat(new RecordCodec(own).schema()).isEqualTo(own);
  }

  @Test
  void outboxItemsAreToldByTheirPartitionKey() {
    assertThat(codec.isOutbox(Item.builder().put("PK", "OUTBOX#Order#42").build())).isTrue();
    assertThat(codec.isOutbox(Item.builder().put("PK", "ORDER#42").build())).isFalse();
    assertThat(codec.isOutbox(Item.builder().put("PK", "OUTBOX-COMMAND#ab").build())).isFalse();
    assertThat(codec.isOutbox(Item.builder().put("PK", 42).build())).isFalse();
    assertThat(codec.isOutbox(Item.builder().put("pk", "OUTBOX#Order#42").build())).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0000000000000000008", "7", ""})
  void keyOfAnotherPositionIsRefused(String sort) {
    Decoded full = (Decoded) codec.decode(DynamoDbJson.golden("v1-full"));
    RecordKey other = new RecordKey(full.key().partition(), sort);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.encode(other, full.record()))
        .withMessageContaining("does not belong to this record");
  }

  @Test
  void everyDigitOfASequenceIsInItsKey() {
    Decoded full = (Decoded) codec.decode(DynamoDbJson.golden("v1-full"));
    for (int digit = 0; digit < full.key().sort().length(); digit++) {
      StringBuilder sort = new StringBuilder(full.key().sort());
      sort.setCharAt(digit, '9');
      RecordKey other = new RecordKey(full.key().partition(), sort.toString());
      assertThatIllegalArgumentException()
          .as("digit %d", digit)
          .isThrownBy(() -> codec.encode(other, full.record()));
    }
  }

  @Test
  void keysAreThoseOfTheSchemaWhateverTheirType() {
    assertThat(codec.hasKeys(Item.builder().put("PK", "x").put("SK", 1).build())).isTrue();
    assertThat(codec.hasKeys(Item.builder().put("PK", "x").put("id", "y").build())).isFalse();
    assertThat(codec.hasKeys(Item.builder().put("id", "x").put("SK", "y").build())).isFalse();
  }

  @Test
  void unknownAttributeNeverReplacesAKnownOne() {
    for (String taken : OutboxSchema.defaults().recordAttributes()) {
      assertRefused(taken, withUnknown(taken));
    }
  }

  @Test
  void unknownAttributeOfAnEventNeverReplacesAKnownOne() {
    OutboxEvent event = minimal.record().events().get(0);
    for (String taken : RecordAttributes.OF_EVENT) {
      OutboxEvent clash =
          new OutboxEvent(
              event.id(),
              event.type(),
              event.time(),
              event.contentType(),
              event.schema(),
              event.data(),
              event.previous(),
              event.headers(),
              Item.builder().put(taken, 0).build());
      assertRefused(taken, minimal.record().withEvents(List.of(clash)));
    }
  }

  private OutboxRecord withUnknown(String name) {
    OutboxRecord record = minimal.record();
    return new OutboxRecord(
        record.aggregate(),
        record.sequence(),
        record.events(),
        record.context(),
        record.expiresAt(),
        Item.builder().put(name, 0).build());
  }

  private void assertRefused(String name, OutboxRecord record) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> codec.encode(minimal.key(), record))
        .withMessageContaining('"' + name + '"');
  }

  @Test
  void aKeyOfDigitsIsASequenceOnlyWhereTheItemSaysSo() {
    RecordKey key = codec.key(ORDER, 7);
    Item.Builder item = Item.builder();
    assertThat(codec.sequence(key, item.put("v", 1).build())).isEmpty();
    assertThat(codec.sequence(key, item.put("v", 2).build())).isEmpty();
    assertThat(codec.sequence(key, item.put("v", Attribute.string("3")).build())).isEmpty();
    assertThat(codec.sequence(key, item.put("sequence", 8).build())).isEmpty();
    assertThat(codec.sequence(key, item.put("sequence", Attribute.string("7")).build())).isEmpty();
    for (String none : List.of("", "x", "7.5", "7E200", "1E-900")) {
      assertThat(codec.sequence(key, item.put("sequence", Attribute.number(none)).build()))
          .as(none)
          .isEmpty();
    }
    for (String same : List.of("7", "7.0", "007")) {
      assertThat(codec.sequence(key, item.put("sequence", Attribute.number(same)).build()))
          .as(same)
          .hasValue(7);
    }
    assertThat(codec.sequence(key, Item.builder().put("v", 3).build())).hasValue(7);
    assertThat(codec.sequence(new RecordKey(key.partition(), "7"), item.build())).isEmpty();
  }

  @Test
  void aDamagedRecordThatNamesItsAggregateKeepsItsSequence() {
    RecordKey key = codec.key(ORDER, 7);
    Item.Builder item = Item.builder().put("aggregateType", ORDER.type());
    assertThat(codec.sequence(key, item.put("aggregateId", ORDER.id()).build())).hasValue(7);
    assertThat(codec.sequence(key, Item.of("aggregateId", Attribute.string(ORDER.id())))).isEmpty();
    for (Attribute other : List.of(Attribute.string("other"), Attribute.number("42"))) {
      item.put("aggregateType", ORDER.type());
      assertThat(codec.sequence(key, item.put("aggregateId", other).build()))
          .as("%s", other)
          .isEmpty();
    }
  }
}
