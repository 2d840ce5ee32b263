package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.DecodeResult.Malformed;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MalformedItemsTest {
  private static final Item FULL = DynamoDbJson.golden("v1-full");

  private static final Item REFERENCE =
      eventsOf(DynamoDbJson.golden("v2-reference")).get(0).map().asMap().get("data").map();

  private final RecordCodec codec = new RecordCodec(OutboxSchema.defaults());

  @ParameterizedTest
  @CsvSource({
    "PK, S",
    "SK, S",
    "v, N",
    "aggregateType, S",
    "aggregateId, S",
    "events, L",
    "source, S",
    "writtenAt, N",
    "region, S",
    "ttl, N"
  })
  void missingAttribute(String name, String expected) {
    assertMalformed(without(FULL, name), name + ": found nothing, expected " + expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PK", "SK", "aggregateType", "aggregateId", "source", "region"})
  void emptyText(String name) {
    assertMalformed(with(FULL, name, Attribute.string("")), name + ": is empty");
  }

  @ParameterizedTest
  @CsvSource({
    "PK, S",
    "SK, S",
    "v, N",
    "aggregateType, S",
    "aggregateId, S",
    "sequence, N",
    "events, L",
    "source, S",
    "writtenAt, N",
    "region, S",
    "traceparent, S",
    "tracestate, S",
    "correlationId, S",
    "causationId, S",
    "tenant, S",
    "user, S",
    "ttl, N"
  })
  void attributeOfAnotherType(String name, String expected) {
    assertMalformed(
        with(FULL, name, Attribute.nullValue()), name + ": found NULL, expected " + expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.5", "9223372036854775808", "-9223372036854775809", "1E+30", "x", ""})
  void numberThatIsNoWholeNumberOf64Bits(String number) {
    for (String name : List.of("sequence", "writtenAt", "ttl")) {
      assertMalformed(
          with(FULL, name, Attribute.number(number)), name + ": is not a 64-bit whole number");
    }
  }

  @Test
  void timeToLiveBeyondAllTimes() {
    assertMalformed(with(FULL, "ttl", Attribute.number(Long.MAX_VALUE)), "ttl: is out of range");
  }

  @Test
  void negativeSequence() {
    assertMalformed(with(FULL, "sequence", Attribute.number(-1)), "sequence: is negative");
  }

  @ParameterizedTest
  @CsvSource({
    "0, is lower than 1",
    "-3, is lower than 1",
    "1.5, is not a whole number",
    "1E+126, is not a whole number",
    "'', is not a whole number",
    "x, is not a whole number"
  })
  void versionThatNeverWas(String version, String problem) {
    assertThat(messageOf(with(FULL, "v", Attribute.number(version)))).startsWith("v: " + problem);
  }

  @ParameterizedTest
  @ValueSource(strings = {"3", "99999999999999999999999", "1E+125"})
  void anyHigherVersionIsNewer(String version) {
    assertThat(messageOf(with(FULL, "v", Attribute.number(version))))
        .isEqualTo("is of version " + version);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.0", "10E-1", "+1"})
  void versionMayBeSpeltInAnyWay(String version) {
    assertThat(messageOf(with(FULL, "v", Attribute.number(version)))).isEqualTo("is valid");
  }

  @Test
  void keyOutsideOfTheOutbox() {
    assertMalformed(
        with(FULL, "PK", Attribute.string("ORDER#42")),
        "PK: does not start with the outbox prefix");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"OUTBOX#Order#42#us", "OUTBOX#Order#42#e", "OUTBOX#Orders#42#eu", "OUTBOX#Order"})
  void keyOfAnotherAggregate(String partition) {
    assertMalformed(
        with(FULL, "PK", Attribute.string(partition)),
        "PK: is not the key of the record's aggregate");
  }

  @ParameterizedTest
  @ValueSource(strings = {"7", "0000000000000000008", "01890a5d-ac96-774b-bcce-b302099a8057"})
  void keyOfAnotherSequence(String sort) {
    assertMalformed(
        with(FULL, "SK", Attribute.string(sort)), "SK: is not the key of the record's sequence");
  }

  @Test
  void typeThatBreaksTheKeyApart() {
    assertMalformed(
        with(FULL, "aggregateType", Attribute.string("Or#der")), "aggregateType: contains '#'");
  }

  @Test
  void noEvents() {
    assertMalformed(with(FULL, "events", Attribute.list(List.of())), "events: is empty");
  }

  @Test
  void eventThatIsNoMap() {
    List<Attribute> events = List.of(eventsOf(FULL).get(0), Attribute.string("secret"));
    assertMalformed(with(FULL, "events", Attribute.list(events)), "events[1]: found S, expected M");
  }

  @ParameterizedTest
  @CsvSource({"id, S", "type, S", "time, N", "contentType, S", "data, S or B"})
  void eventWithoutAnAttribute(String name, String expected) {
    Item second = without(eventsOf(FULL).get(1).map(), name);
    assertMalformed(
        withSecondEvent(second), "events[1]." + name + ": found nothing, expected " + expected);
  }

  @ParameterizedTest
  @CsvSource({
    "id, S",
    "type, S",
    "time, N",
    "contentType, S",
    "schema, S",
    "data, S or B",
    "previous, S or B",
    "headers, M"
  })
  void eventWithAnAttributeOfAnotherType(String name, String expected) {
    Item second = with(eventsOf(FULL).get(1).map(), name, Attribute.bool(true));
    assertMalformed(
        withSecondEvent(second), "events[1]." + name + ": found BOOL, expected " + expected);
  }

  @Test
  void previousOfAnotherTypeThanData() {
    Item second = with(eventsOf(FULL).get(1).map(), "previous", Attribute.binary(new byte[] {1}));
    assertMalformed(withSecondEvent(second), "events[1].previous: is not of the same type as data");

    Item binary = with(second, "data", Attribute.binary(new byte[] {1}));
    assertMalformed(
        withSecondEvent(with(binary, "previous", Attribute.string("text"))),
        "events[1].previous: is not of the same type as data");
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "data", "Upper", "with-dash", "averyveryverylongname"})
  void headerNameThatIsNotAllowed(String name) {
    assertMalformed(
        withSecondEvent(withHeader(name, Attribute.string("x"))),
        "events[1].headers." + name + ": is not an allowed header name");
  }

  @Test
  void headerThatIsNoText() {
    assertMalformed(
        withSecondEvent(withHeader("channel", Attribute.number(1))),
        "events[1].headers.channel: found N, expected S");
  }

  @ParameterizedTest
  @CsvSource({"uri, S", "length, N", "sha256, S"})
  void referenceWithoutAnAttribute(String name, String expected) {
    assertMalformed(
        withSecondEvent(withReference(without(REFERENCE, name))),
        "events[1].data." + name + ": found nothing, expected " + expected);
  }

  @Test
  void referenceThatNoStoreCanHaveWritten() {
    for (Item wrong :
        List.of(
            with(REFERENCE, "length", Attribute.number(-1)),
            with(REFERENCE, "sha256", Attribute.string("secret")))) {
      assertMalformed(
          withSecondEvent(withReference(wrong)),
          "events[1].data: is not a valid reference: a reference needs a URI, a length of 0 or"
              + " more, and a SHA-256 in hexadecimal");
    }
  }

  private static Item withReference(Item reference) {
    return with(eventsOf(FULL).get(1).map(), "data", Attribute.map(reference));
  }

  private static Item withHeader(String name, Attribute value) {
    return with(eventsOf(FULL).get(1).map(), "headers", Attribute.map(Item.of(name, value)));
  }

  private static Item withSecondEvent(Item second) {
    return with(
        FULL, "events", Attribute.list(List.of(eventsOf(FULL).get(0), Attribute.map(second))));
  }

  private static List<Attribute> eventsOf(Item item) {
    return item.asMap().get("events").list();
  }

  private static Item with(Item item, String name, Attribute value) {
    Item.Builder changed = Item.builder();
    item.asMap().forEach(changed::put);
    return changed.put(name, value).build();
  }

  private static Item without(Item item, String name) {
    Item.Builder changed = Item.builder();
    item.asMap()
        .forEach(
            (key, value) -> {
              if (!key.equals(name)) {
                changed.put(key, value);
              }
            });
    return changed.build();
  }

  private void assertMalformed(Item item, String message) {
    assertThat(messageOf(item)).isEqualTo(message);
  }

  private String messageOf(Item item) {
    DecodeResult result = codec.decode(item);
    return result.fold(
        decoded -> "is valid", newer -> "is of version " + newer.version(), Malformed::message);
  }
}
