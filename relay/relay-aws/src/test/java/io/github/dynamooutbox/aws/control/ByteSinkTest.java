package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class ByteSinkTest {
  @Test
  void countTakesAByteForEverySevenBits() {
    for (int bits = 0; bits < Long.SIZE; bits++) {
      long least = bits == 0 ? 0 : 1L << (bits - 1);
      long most = bits == 0 ? 0 : least + (least - 1);
      for (long count : new long[] {least, most}) {
        byte[] form = new ByteSink().count(count).toBytes();
        assertThat(form).as("%d", count).hasSize(Math.max(1, (bits + 6) / 7));
        assertThat(new ByteSource(form).longCount()).isEqualTo(count);
      }
    }
  }

  @Test
  void signedNumbersAreShortNearZeroAndReadAlike() {
    for (long number : new long[] {0, 1, -1, 63, -64, 64, -65, Long.MAX_VALUE, Long.MIN_VALUE}) {
      byte[] form = new ByteSink().signed(number).count(7).toBytes();
      ByteSource source = new ByteSource(form);
      assertThat(source.signed()).isEqualTo(number);
      assertThat(source.count()).isEqualTo(7);
      assertThat(form.length == 2).as("%d", number).isEqualTo(-64 <= number && number < 64);
    }
  }

  @Test
  void negativeCountIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ByteSink().count(-1))
        .withMessage("-1: must be 0 or more");
  }
}
