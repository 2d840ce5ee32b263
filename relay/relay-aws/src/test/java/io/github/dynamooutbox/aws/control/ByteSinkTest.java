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
  void negativeCountIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ByteSink().count(-1))
        .withMessage("-1: must be 0 or more");
  }
}
