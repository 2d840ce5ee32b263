package io.github.dynamooutbox.relay.internal.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.Records;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DecoderTest {
  private static final StreamPosition POSITION = new StreamPosition("7");
  private static final RecordKey KEY = new RecordKey("OUTBOX#Order#a", "0000000000000000003");

  private final Decoder decoder = new Decoder(Records.CODEC, Set.of());

  @Test
  void aRecordGivesItsEventsInOrder() {
    Decoded decoded = decoder.decode(Records.order(7, "a", 3, Instant.EPOCH, 2));

    assertThat(decoded)
        .isInstanceOfSatisfying(
            Decoded.Events.class,
            events -> {
              assertThat(events.envelopes())
                  .extracting(envelope -> envelope.event().id())
                  .containsExactly("a-3.0", "a-3.1");
              assertThat(events.envelopes())
                  .allSatisfy(
                      envelope -> {
                        assertThat(envelope.position()).isEqualTo(POSITION);
                        assertThat(envelope.key()).isEqualTo(KEY);
                        assertThat(envelope.aggregate()).hasToString("Order#a");
                      });
              assertThat(events.envelopes().get(1).eventPosition())
                  .contains(new EventPosition(3, 1, 2));
            });
  }

  @Test
  void onlyRegionsThatAreServedAreDecoded() {
    StreamRecord record = Records.order(7, "a", 3, Instant.EPOCH, 1);

    assertThat(new Decoder(Records.CODEC, Set.of("eu-central-1")).decode(record))
        .isInstanceOf(Decoded.Events.class);
    assertThat(new Decoder(Records.CODEC, Set.of("us-east-1")).decode(record))
        .isInstanceOf(Decoded.NotOurs.class);
  }

  @ParameterizedTest
  @EnumSource(names = {"MODIFY", "REMOVE"})
  void onlyInsertionsAreOurs(ChangeType change) {
    assertThat(decoder.decode(Records.change(7, change))).isInstanceOf(Decoded.NotOurs.class);
  }

  @Test
  void businessItemsAreNotOurs() {
    assertThat(decoder.decode(Records.business(7))).isInstanceOf(Decoded.NotOurs.class);
  }

  @Test
  void aRecordWithoutAnImageIsNamedByItsKey() {
    assertThat(decoder.decode(Records.change(7, ChangeType.INSERT)))
        .isEqualTo(new Decoded.NoImage(new RecordKey("OUTBOX#Order#1", "1")));
  }

  @Test
  void aNewerVersionIsNotYetForThisRelay() {
    assertThat(decoder.decode(Records.newerVersion(7, "a", 1)))
        .isEqualTo(new Decoded.NotYet(new RecordKey("OUTBOX#Order#a", "1"), "3"));
  }

  @Test
  void aRecordThatCannotBeReadTellsItsAggregateAndKeepsItsItem() {
    StreamRecord record = Records.malformed(7, "a", 1);

    assertThat(decoder.decode(record))
        .isInstanceOfSatisfying(
            Decoded.Poison.class,
            poison -> {
              assertThat(poison.key()).isEqualTo(new RecordKey("OUTBOX#Order#a", "1"));
              assertThat(poison.aggregate()).isEqualTo("Order#a");
              assertThat(poison.item()).isSameAs(record.newImage().orElseThrow());
              assertThat(poison.message()).isNotBlank();
            });
  }

  @Test
  void aSortKeyThatIsNoTextIsNamedAsEmptyAndOneThatIsMissingIsNotThisTables() {
    assertThat(decoder.decode(inserted(Attribute.number(1))))
        .isInstanceOfSatisfying(
            Decoded.Poison.class, poison -> assertThat(poison.key().sort()).isEmpty());
    Item withoutSort = Item.of("PK", Attribute.string("OUTBOX#Order#a"));
    assertThat(
            decoder.decode(
                new StreamRecord(
                    POSITION, ChangeType.INSERT, withoutSort, Optional.of(withoutSort))))
        .isEqualTo(new Decoded.OtherKeys(Set.of("PK")));
  }

  private static StreamRecord inserted(Attribute sort) {
    Item item =
        Item.builder().put("PK", Attribute.string("OUTBOX#Order#a")).put("SK", sort).build();
    return new StreamRecord(POSITION, ChangeType.INSERT, item, Optional.of(item));
  }
}
