package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.progress.FinishedDelivery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AheadCodecTest {
  private static final int ITEM_BYTES = 400 * 1024;

  @Test
  void listIsReadAsItWasWritten() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      List<FinishedDelivery> list = Finished.any(random);
      List<FinishedDelivery> read = AheadCodec.decode(AheadCodec.encode(list)).orElseThrow();

      assertThat(new HashSet<>(read))
          .as("seed %d, round %d", seed, round)
          .isEqualTo(new HashSet<>(list));
      assertThat(read)
          .as("seed %d", seed)
          .doesNotHaveDuplicates()
          .isSortedAccordingTo(AheadCodec.ORDER);
    }
  }

  @Test
  void equalListsHaveEqualForms() {
    List<FinishedDelivery> list = new ArrayList<>(Finished.typical(new Random(1), 50));
    byte[] form = AheadCodec.encode(list);
    Collections.shuffle(list, new Random(2));
    assertThat(AheadCodec.encode(list)).isEqualTo(form);
  }

  /** Keys and targets that differ everywhere do not deflate. */
  @Test
  void listIsCutOnlyWhereTheNextDeliveryWouldNotFit() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int[] lengths : new int[][] {{2000, 1000, 3}, {3, 3, 250}, {3, 1000, 3}, {2000, 3, 3}}) {
      List<FinishedDelivery> list = new ArrayList<>();
      for (int i = 0; i < 600_000 / (lengths[0] + lengths[1] + lengths[2]); i++) {
        RecordKey key = new RecordKey(noise(random, lengths[0]), noise(random, lengths[1]));
        list.add(new FinishedDelivery(Finished.at(i), key, 0, noise(random, lengths[2])));
      }
      List<List<FinishedDelivery>> chunks = AheadCodec.chunks(list);

      assertThat(chunks).as("seed %d", seed).hasSizeGreaterThan(1);
      assertThat(chunks.stream().flatMap(List::stream).toList()).isEqualTo(list);
      for (List<FinishedDelivery> chunk : chunks) {
        long plain = Deflated.plain(AheadCodec.encode(chunk)).length;
        boolean isLast = chunk == chunks.get(chunks.size() - 1);
        long room = 40L * chunk.size() + 3200;
        assertThat(AheadCodec.encode(chunk)).hasSizeLessThan(ITEM_BYTES - 4096);
        assertThat(plain).as("seed %d", seed).isBetween(isLast ? 0 : 350_000 - room, 350_000L);
      }
    }
  }

  private static String noise(Random random, int length) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append((char) ('!' + random.nextInt(90)));
    }
    return text.toString();
  }

  @Test
  void listOfANewerVersionIsNotRead() {
    byte[] form = AheadCodec.encode(Finished.range(1, 5));
    form[0]++;
    assertThat(AheadCodec.decode(form)).isEmpty();
  }

  @Test
  void typicalListIsSmall() {
    int bytes = AheadCodec.encode(Finished.typical(new Random(4), 500)).length;
    System.out.printf(
        "finished ahead, 500 records to two targets: %d bytes, %.1f a delivery%n",
        bytes, bytes / 1000.0);
    assertThat(bytes).isLessThan(30_000);
  }
}
