package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Short digits are read in another way than everything else, to the same result. */
class WholeNumberTest {
  private static final long OTHER = 1_000_000_000_000_000_000L;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "-",
        "+",
        "0",
        "00",
        "007",
        "-0",
        "+1",
        "-1",
        "1.0",
        "1.5",
        "2E+3",
        "1e3",
        "\u0661",
        " 1",
        "999999999999999999",
        "-999999999999999999",
        "1000000000000000000",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "1_0",
        "0x1",
        "1L"
      })
  void isReadAsADecimal(String text) {
    assertSame(text);
  }

  @Test
  void anyNumberIsReadAsADecimal() {
    Random random = new Random(17);
    List<String> pieces = List.of("0", "9", "1", "5", "-", ".", "E", "+");
    for (int round = 0; round < 20_000; round++) {
      StringBuilder text = new StringBuilder();
      for (int length = random.nextInt(22); length > 0; length--) {
        text.append(pieces.get(random.nextInt(random.nextInt(8) == 0 ? pieces.size() : 4)));
      }
      assertSame(text.toString());
    }
  }

  private static void assertSame(String text) {
    assertThat(outcome(() -> WholeNumber.parse(text)))
        .as(text)
        .isEqualTo(outcome(() -> new BigDecimal(text).longValueExact()));
    assertThat(outcome(() -> WholeNumber.compare(text, OTHER)))
        .as(text)
        .isEqualTo(outcome(() -> new BigDecimal(text).compareTo(BigDecimal.valueOf(OTHER))));
    if (WholeNumber.isWhole(text)) {
      assertThat(new BigDecimal(text).stripTrailingZeros().scale()).as(text).isNotPositive();
    }
  }

  private static Object outcome(Callable<?> read) {
    try {
      return read.call();
    } catch (Exception e) {
      return e.getClass();
    }
  }
}
