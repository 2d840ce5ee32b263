package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;

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
      boolean isCut = cut.length() < text.length();
      assertThat(RecordSize.utf8Length(cut) > max - 4 || !isCut).as("seed %d", seed).isTrue();
      assertThat(cut.isEmpty() || !Character.isHighSurrogate(cut.charAt(cut.length() - 1)))
          .as("seed %d", seed)
          .isTrue();
    }
  }
}
