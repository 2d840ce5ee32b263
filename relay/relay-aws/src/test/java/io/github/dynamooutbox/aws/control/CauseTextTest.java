package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.control.SegmentCodec.CauseText;
import io.github.dynamooutbox.format.RecordSize;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CauseTextTest {
  @Test
  void longTextIsCutBetweenCharacters() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    String[] characters = {"a", "é", "語", "😀"};
    for (int round = 0; round < 500; round++) {
      StringBuilder text = new StringBuilder();
      int length = random.nextInt(40);
      for (int i = 0; i < length; i++) {
        text.append(characters[random.nextInt(characters.length)]);
      }
      int max = random.nextInt(60);
      String cut = CauseText.cut(text.toString(), max);

      assertThat(text.toString()).as("seed %d", seed).startsWith(cut);
      assertThat(RecordSize.utf8Length(cut)).as("seed %d", seed).isLessThanOrEqualTo(max);
      if (cut.length() < text.length()) {
        String next = Character.toString(text.codePointAt(cut.length()));
        assertThat(RecordSize.utf8Length(cut + next)).as("seed %d", seed).isGreaterThan(max);
        assertThat(cut.codePoints()).as("seed %d", seed).noneMatch(CauseTextTest::isHalfAPair);
      }
    }
  }

  private static boolean isHalfAPair(int character) {
    return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
  }

  @Test
  void aMessageMayBeLongerThanACode() {
    String text = "x".repeat(2000);
    assertThat(CauseText.code(text)).hasSize(128);
    assertThat(CauseText.message(text)).hasSize(1024);
  }
}
