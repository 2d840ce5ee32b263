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

  @Test
  void longListIsCutIntoPartsThatFit() {
    List<FinishedDelivery> list = new ArrayList<>(Finished.typical(new Random(3), 6_000));
    for (int i = 0; i < 300; i++) {
      RecordKey key = new RecordKey("k".repeat(2048), i + "s".repeat(1000));
      list.add(new FinishedDelivery(Finished.at(i), key, i, "t".repeat(200)));
    }
    List<List<FinishedDelivery>> chunks = AheadCodec.chunks(list);

    assertThat(chunks.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(list);
    assertThat(chunks).hasSizeGreaterThan(2);
    assertThat(chunks).allMatch(chunk -> AheadCodec.encode(chunk).length < ITEM_BYTES - 4096);
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
