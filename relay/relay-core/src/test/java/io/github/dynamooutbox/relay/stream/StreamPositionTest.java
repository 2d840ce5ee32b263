package io.github.dynamooutbox.relay.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StreamPositionTest {
  @Test
  void isComparedAsTheNumberThatItsDigitsWrite() {
    long seed = System.nanoTime();
    List<String> texts = texts(new Random(seed));
    for (String one : texts) {
      for (String other : texts) {
        StreamPosition left = new StreamPosition(one);
        StreamPosition right = new StreamPosition(other);
        int expected = new BigInteger(one).compareTo(new BigInteger(other));

        assertThat(Integer.signum(left.compareTo(right)))
            .as("seed %d: %s and %s", seed, one, other)
            .isEqualTo(expected);
        assertThat(left.equals(right)).as("%s equals %s", one, other).isEqualTo(expected == 0);
        if (expected == 0) {
          assertThat(left).hasSameHashCodeAs(right);
        }
        assertThat(Integer.signum(left.padded().compareTo(right.padded())))
            .as("padded, sorted as text: %s and %s", one, other)
            .isEqualTo(expected);
      }
    }
    assertThat(texts.stream().map(StreamPosition::new).map(StreamPosition::hashCode).distinct())
        .as("hash codes")
        .hasSizeGreaterThan(40);
  }

  @Test
  void isWrittenAsItWasReadAndPaddedToTheLongest() {
    String longest = "123456789".repeat(5).substring(0, StreamPosition.MAX_DIGITS);

    assertThat(new StreamPosition("0070")).hasToString("0070");
    assertThat(new StreamPosition("0070").padded()).isEqualTo("0".repeat(38) + "70");
    assertThat(new StreamPosition(longest).padded()).isEqualTo(longest);
    assertThat(new StreamPosition("7")).isNotEqualTo("7");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "/", ":", "-1", "1a", "a1", "1 ", "12345678901234567890123456789012345678901"})
  void anythingElseIsRefusedByNameAndRule(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new StreamPosition(text))
        .withMessage("stream sequence number \"" + text + "\": must be 1 to 40 decimal digits");
  }

  /** Numbers of any length, some of them with zeros in front, some of them neighbours. */
  private static List<String> texts(Random random) {
    List<String> texts = new ArrayList<>(List.of("0", "00", "9", "10", "09", "1".repeat(40)));
    for (int i = 0; i < 30; i++) {
      BigInteger number = new BigInteger(random.nextInt(110), random);
      String text = number.toString();
      texts.add(text);
      texts.add("0".repeat(random.nextInt(StreamPosition.MAX_DIGITS - text.length())) + text);
      texts.add(number.add(BigInteger.ONE).toString());
    }
    return texts;
  }
}
