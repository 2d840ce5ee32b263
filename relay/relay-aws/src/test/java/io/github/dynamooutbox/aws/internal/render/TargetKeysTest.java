package io.github.dynamooutbox.aws.internal.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.Samples;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TargetKeysTest {
  @Test
  void aPlainAggregateIsItsOwnKey() {
    assertThat(TargetKeys.aggregate(Samples.plain().envelope(), 128, c -> c < 0x7F))
        .isEqualTo("Order#42");
  }

  @Test
  void whatIsTooLongOrRefusedIsHashed() {
    String longest = "x".repeat(122);
    assertThat(key("Order", longest)).isEqualTo("Order#" + longest);
    assertThat(key("Order", longest + "x")).matches("[0-9a-f]{64}");
    assertThat(key("Order", "\u00e4"))
        .matches("[0-9a-f]{64}")
        .isEqualTo(key("Order", "\u00e4"))
        .isNotEqualTo(key("Order", "\u00f6"));
  }

  @Test
  void lengthCountsCharactersNotUnits() {
    String key = "\ud83d\ude00".repeat(122);
    assertThat(
            TargetKeys.aggregate(
                Samples.plain().aggregate("Order", key).envelope(), 128, c -> true))
        .isEqualTo("Order#" + key);
  }

  @Test
  void deduplicationTellsEventsOfARecordApart() {
    Samples sample = Samples.plain();
    assertThat(TargetKeys.deduplication(sample.envelope(0)))
        .matches("[0-9a-f]{64}")
        .isEqualTo(TargetKeys.deduplication(sample.envelope(0)))
        .isNotEqualTo(TargetKeys.deduplication(sample.envelope(1)))
        .isNotEqualTo(TargetKeys.deduplication(sample.aggregate("Order", "43").envelope(0)));
  }

  @Test
  void aReplayIsNotTakenForTheEventThatItRepeats() {
    String first = TargetKeys.deduplication(replay("1").envelope(0));
    assertThat(first)
        .isEqualTo(TargetKeys.deduplication(replay("1").envelope(0)))
        .isNotEqualTo(TargetKeys.deduplication(replay("2").envelope(0)))
        .isNotEqualTo(TargetKeys.deduplication(Samples.plain().envelope(0)));
  }

  private static Samples replay(String mark) {
    return Samples.plain().headers(Map.of("replay", mark));
  }

  @Test
  void utf8LengthIsWhatEncodingGives() {
    for (String text :
        new String[] {"", "a", "\u00e4", "\u20ac", "\ud83d\ude00", "a\u00e4\u20ac\ud83d\ude00"}) {
      assertThat(Utf8.length(text))
          .isEqualTo(text.getBytes(java.nio.charset.StandardCharsets.UTF_8).length);
    }
  }

  private static String key(String type, String id) {
    return TargetKeys.aggregate(
        Samples.plain().aggregate(type, id).envelope(), 128, c -> c > ' ' && c < 0x7F);
  }
}
