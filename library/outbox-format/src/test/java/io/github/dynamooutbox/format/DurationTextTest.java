package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DurationTextTest {
  @ParameterizedTest
  @CsvSource({
    "PT0S, 0 s",
    "PT0.001S, 0.001 s",
    "PT10S, 10 s",
    "PT2M, 2 min",
    "PT1M1S, 1 min 1 s",
    "PT25H, 25 h",
    "PT24H59M59.999S, 24 h 59 min 59.999 s",
    "PT48H, 2 days",
    "PT87600H0.000000001S, 3650 days 0.000000001 s",
    "PT-1M-1S, -(1 min 1 s)"
  })
  void readsAsPeopleWriteIt(Duration duration, String text) {
    assertThat(DurationText.of(duration)).isEqualTo(text);
  }
}
