package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderNameTest {

  @ParameterizedTest
  @ValueSource(strings = {"a", "0", "user", "tenant", "channel2", "abcdefghijklmnopqrst"})
  void allowed(String name) {
    assertThat(HeaderName.isAllowed(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "a-b", "a_b", "é", "abcdefghijklmnopqrstu"})
  void notWellFormed(String name) {
    assertThat(HeaderName.isWellFormed(name)).isFalse();
    assertThat(HeaderName.isAllowed(name)).isFalse();
  }

  @Test
  void freeIsWhatIsAllowedAndNotTakenByTheArchive() {
    assertThat(HeaderName.isFree("tenant")).isTrue();
    assertThat(HeaderName.isFree("id")).isFalse();
    assertThat(HeaderName.OF_ARCHIVE)
        .isNotEmpty()
        .allMatch(HeaderName::isAllowed)
        .noneMatch(HeaderName::isFree);
  }

  @Test
  void onlyLettersInLowerCaseAndDigitsAreWellFormed() {
    for (char c = 0; c < 0x250; c++) {
      String name = "a" + c;
      assertThat(HeaderName.isWellFormed(name)).as(name).isEqualTo(name.matches("[a-z0-9]+"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"id", "data", "sequence", "sequencecount", "traceparent", "causationid"})
  void reserved(String name) {
    assertThat(HeaderName.isReserved(name)).isTrue();
    assertThat(HeaderName.isAllowed(name)).isFalse();
  }
}
