package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MessageTextTest {
  /** Production 2, "Char", of XML 1.0. */
  private static final Pattern XML =
      Pattern.compile("[\\x09\\x0A\\x0D\\x20-\\x{D7FF}\\x{E000}-\\x{FFFD}\\x{10000}-\\x{10FFFF}]*");

  @Test
  void allowsTheCharactersOfXmlAndNoOthers() {
    IntStream different =
        IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
            .filter(c -> MessageText.allows(c) != XML.matcher(Character.toString(c)).matches());

    assertThat(different.mapToObj(Integer::toHexString)).isEmpty();
  }

  @Test
  void aTextIsAsAllowedAsEachOfItsCharacters() {
    assertThat(MessageText.allows("")).isTrue();
    assertThat(MessageText.allows("a\uD83D\uDE00b\uFFFD")).isTrue();
    assertThat(MessageText.allows("ab\uFFFE")).isFalse();
    assertThat(MessageText.allows("\0ab")).isFalse();
    // Half of a pair.
    assertThat(MessageText.allows("a\uD83Db")).isFalse();
  }
}
