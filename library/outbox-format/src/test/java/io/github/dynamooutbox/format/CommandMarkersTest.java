package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.dynamooutbox.format.CommandMarker.MarkedRecord;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandMarkersTest {
  private static final OutboxSchema SCHEMA = new OutboxSchema("pk", "sk", "events/", "expires");

  private final CommandMarkers markers = new CommandMarkers(SCHEMA);
  private final RecordCodec codec = new RecordCodec(SCHEMA);
  private final RecordKey key = markers.key("/shop/orders", Optional.empty(), "c-1");
  private final CommandMarker marker =
      new CommandMarker(
          "ab12",
          "/shop/orders",
          Instant.parse("2026-11-21T10:15:30.123Z"),
          List.of(
              record(new AggregateKey("Order", "4#2"), OptionalLong.of(7), "0000000000000000007"),
              record(new AggregateKey("Payment", "1"), OptionalLong.empty(), "u-1")),
          Optional.of("{\"paid\":true}"),
          Instant.parse("2026-11-28T10:15:30.999Z"));

  private MarkedRecord record(AggregateKey aggregate, OptionalLong sequence, String sort) {
    return new MarkedRecord(
        aggregate, sequence, codec.key(aggregate, sort), List.of("e-" + sort, "f-" + sort));
  }

  @Test
  void markerIsReadAsItWasWritten() {
    assertThat(markers.decode(markers.encode(key, marker))).isEqualTo(marker);
  }

  @Test
  void keyIsTheHashOfServiceAndKey() {
    assertThat(key)
        .isEqualTo(
            new RecordKey(
                // printf '/shop/orders\0c-1' | sha256sum
                "OUTBOX-COMMAND#e02d91c53ca9171b6df80bc525a4e7d4b9d98ae2975e20932f11f02e303a3e8a",
                "COMMAND"));
  }

  @Test
  void keysOfDifferentServicesNeverMeet() {
    assertThat(markers.key("/a", Optional.empty(), "b/c"))
        .isNotEqualTo(markers.key("/a/b", Optional.empty(), "c"));
    assertThat(markers.key("/a", Optional.empty(), "bc"))
        .isNotEqualTo(markers.key("/ab", Optional.empty(), "c"));
  }

  @Test
  void keyOfATenantIsTheHashOfServiceTenantAndKey() {
    assertThat(markers.key("/shop/orders", Optional.of("acme"), "c-1").partition())
        // printf '/shop/orders\1acme\0c-1' | sha256sum
        .isEqualTo(
            "OUTBOX-COMMAND#fc0ce2c1a77037511a1a4c40bd4b4979b0f269e8c48a157927e405683d5d4e5f");
  }

  @Test
  void keysOfDifferentTenantsNeverMeet() {
    Set<RecordKey> keys = new HashSet<>();
    for (Optional<String> tenant :
        List.of(Optional.<String>empty(), Optional.of("b"), Optional.of("bc"), Optional.of("c"))) {
      for (String command : List.of("b", "c", "bc", "cb")) {
        assertThat(keys.add(markers.key("/a", tenant, command))).isTrue();
        assertThat(keys.add(markers.key("/ab", tenant, command))).isTrue();
      }
    }
  }

  @Test
  void goldenMarkerIsWrittenAndRead() {
    Item golden = DynamoDbJson.golden("marker-v1");
    assertThat(markers.decode(golden)).isEqualTo(marker);
    assertThat(markers.encode(key, marker).asMap()).isEqualTo(golden.asMap());
  }

  @Test
  void resultIsOptionalAndNotPrinted() {
    CommandMarker without =
        new CommandMarker(
            "ab12",
            "/s",
            marker.writtenAt(),
            marker.records(),
            Optional.empty(),
            marker.expiresAt());
    assertThat(markers.decode(markers.encode(key, without))).isEqualTo(without);
    assertThat(marker.toString()).doesNotContain("paid");
  }

  @Test
  void markersAreNoRecords() {
    Item item = markers.encode(key, marker);
    assertThat(CommandMarkers.isMarker(item, SCHEMA)).isTrue();
    assertThat(codec.isOutbox(item)).isFalse();
    assertThat(CommandMarkers.isMarker(Item.of("pk", Attribute.string("events/x")), SCHEMA))
        .isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"v", "fingerprint", "source", "writtenAt", "records", "expires"})
  void attributeThatIsMissingIsNamed(String name) {
    Item.Builder without = Item.builder();
    markers
        .encode(key, marker)
        .asMap()
        .forEach(
            (each, value) -> {
              if (!each.equals(name)) {
                without.put(each, value);
              }
            });
    assertThatIllegalArgumentException()
        .isThrownBy(() -> markers.decode(without.build()))
        .withMessageStartingWith("command marker: " + name + ": found nothing, expected ");
  }

  @Test
  void laterVersionIsNotGuessed() {
    Item.Builder later = Item.builder();
    markers.encode(key, marker).asMap().forEach(later::put);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> markers.decode(later.put("v", 2).build()))
        .withMessageContaining("v: is not 1");
  }

  @Test
  void recordsThatAreNoneAreNamed() {
    Item.Builder record = Item.builder().put("aggregateType", "A").put("aggregateId", "1");
    assertBroken(Attribute.string("x"), "records: contains an element that is not a map");
    assertBroken(Attribute.map(Item.empty()), "aggregateType: found nothing, expected S");
    assertBroken(
        Attribute.map(Item.of("aggregateType", Attribute.string("#"))),
        "aggregateType: contains '#'");
    assertBroken(
        Attribute.map(record.put("eventIds", Attribute.list(List.of(Attribute.number(1)))).build()),
        "eventIds: contains an element that is not text");
  }

  private void assertBroken(Attribute record, String problem) {
    Item.Builder broken = Item.builder();
    markers.encode(key, marker).asMap().forEach(broken::put);
    Item item = broken.put("records", Attribute.list(List.of(record))).build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> markers.decode(item))
        .withMessage("command marker: " + problem);
  }
}
