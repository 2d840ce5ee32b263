package io.github.dynamooutbox.inbox;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.Payload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class InboxKeysTest {
  private static final OutboxSchema SCHEMA = new OutboxSchema("p", "s", "OUT#", "expires");
  private static final int PARTITION = FormatLimits.MAX_PARTITION_KEY_BYTES;
  private static final int SORT = FormatLimits.MAX_SORT_KEY_BYTES;

  private final InboxKeys keys = new InboxKeys("c", SCHEMA);

  private static ReceivedEvent event(String id, String source) {
    return ReceivedEvent.of(Map.of("id", id, "source", source, "type", "T"), Payload.of(""));
  }

  /** Each letter has as many bytes as characters, or more. */
  @ParameterizedTest
  @ValueSource(strings = {"a", "\u00e4", "\u20ac", "\ud83d\ude80"})
  void textStandsInAKeyUpToTheLastByteThatFits(String letter) {
    assertFits(letter, PARTITION, "p", "INBOX#c#EVENT#", id -> keys.entry(event(id, "/s")));
    assertFits(letter, SORT, "s", "#", source -> keys.entry(event("e", source)));
    assertFits(
        letter, PARTITION, "p", "INBOX#c#CURSOR#Order#", id -> keys.cursor("/s", Events.order(id)));
    assertFits(letter, SORT, "s", "#", source -> keys.cursor(source, Events.order("1")));
    String sequence = new EventPosition(7, 0, 1).sequence();
    assertFits(
        letter,
        SORT,
        "s",
        sequence + '#',
        source ->
            keys.parked(
                OrderedEvent.of(Events.at(source, Events.order("1"), new EventPosition(7, 0, 1)))));
    assertFits(
        letter,
        PARTITION,
        "p",
        "INBOX#c#PARKED#Order#",
        id -> Map.of("p", AttributeValue.fromS(keys.parkedPartition(Events.order(id)))));
  }

  private static void assertFits(
      String letter,
      int limit,
      String attribute,
      String before,
      Function<String, Map<String, AttributeValue>> key) {
    Function<String, String> value = text -> key.apply(text).get(attribute).s();
    int room = limit - before.length();
    int size = letter.getBytes(UTF_8).length;
    String longest = letter.repeat(room / size) + "-".repeat(room % size);
    List<String> seen = new ArrayList<>();

    assertThat(value.apply(longest)).isEqualTo(before + longest);
    for (String tooLong : new String[] {longest + 'x', longest + 'y', longest.repeat(2)}) {
      String found = value.apply(tooLong);
      assertThat(found.getBytes(UTF_8).length).isLessThanOrEqualTo(limit);
      assertThat(found).doesNotStartWith(before);
      seen.add(found);
    }
    assertThat(seen).doesNotHaveDuplicates();
  }

  @Test
  void noTextIsMistakenForAHash() {
    String hashed = keys.entry(event("e", "x".repeat(SORT))).get("s").s();

    assertThat(keys.entry(event("e", hashed)).get("s").s()).isNotEqualTo(hashed);
    assertThat(keys.entry(event("e", hashed.substring(1))).get("s").s()).isNotEqualTo(hashed);
  }

  @Test
  void keysHaveTheNamesOfTheTable() {
    assertThat(keys.entry(event("e", "/s"))).containsOnlyKeys("p", "s");
    assertThat(keys.partitionKey()).isEqualTo("p");
  }
}
