package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;

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

  @ParameterizedTest
  @ValueSource(strings = {"id", "data", "sequence", "sequencecount", "traceparent", "causationid"})
  void reserved(String name) {
    assertThat(HeaderName.isReserved(name)).isTrue();
    assertThat(HeaderName.isAllowed(name)).isFalse();
  }
}
