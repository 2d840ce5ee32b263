package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.receipt.Receipt;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ReceiptCodecTest {
  private static final Instant AT = LocalControlTable.NOW;

  @Test
  void receiptIsReadAsItWasWritten() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      Receipt receipt = any(random);
      List<byte[]> forms = ReceiptCodec.encode(receipt);

      boolean isEmpty = receipt.published().isEmpty() && receipt.dropped().isEmpty();
      assertThat(forms).as("seed %d", seed).hasSize(isEmpty ? 0 : 1);
      if (!isEmpty) {
        assertSame(ReceiptCodec.decode(AT, forms.get(0)).orElseThrow(), receipt, seed);
      }
    }
  }

  @Test
  void largeReceiptIsCutIntoPartsThatFit() {
    List<String> large = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      large.add(i + "x".repeat(1_000));
    }
    large.add("y".repeat(380_000));
    Receipt receipt = new Receipt(AT, Map.of("bus", large), List.of());
    List<byte[]> forms = ReceiptCodec.encode(receipt);

    assertThat(forms).hasSizeGreaterThan(3).allMatch(form -> form.length < 400 * 1024 - 1024);
    List<String> read = new ArrayList<>();
    forms.forEach(
        form ->
            read.addAll(
                ReceiptCodec.decode(AT, form)
                    .orElseThrow()
                    .published()
                    .getOrDefault("bus", List.of())));
    assertThat(read).containsExactlyInAnyOrderElementsOf(large);
  }

  @Test
  void receiptOfANewerVersionIsNotRead() {
    byte[] form =
        ReceiptCodec.encode(new Receipt(AT, Map.of("bus", List.of("e-1")), List.of())).get(0);
    form[0]++;
    assertThat(ReceiptCodec.decode(AT, form)).isEmpty();
  }

  private static Receipt any(Random random) {
    Map<String, List<String>> published = new HashMap<>();
    List<String> dropped = new ArrayList<>();
    int events = random.nextInt(30);
    for (int i = 0; i < events; i++) {
      String id =
          switch (random.nextInt(4)) {
            case 0 -> "event-" + i;
            case 1 -> Finished.uuid(random).toUpperCase(Locale.ROOT);
            default -> Finished.uuid(random);
          };
      if (random.nextInt(5) == 0) {
        dropped.add(id);
      }
      for (int target = 0; target < 3; target++) {
        if (!dropped.contains(id) && random.nextBoolean()) {
          published.computeIfAbsent("target-" + target, t -> new ArrayList<>()).add(id);
        }
      }
    }
    return new Receipt(AT, published, dropped);
  }

  private static void assertSame(Receipt read, Receipt written, long seed) {
    assertThat(read.at()).isEqualTo(written.at());
    assertThat(read.dropped())
        .as("seed %d", seed)
        .containsExactlyInAnyOrderElementsOf(written.dropped());
    assertThat(read.published().keySet())
        .as("seed %d", seed)
        .isEqualTo(written.published().keySet());
    written
        .published()
        .forEach(
            (target, ids) ->
                assertThat(read.published().get(target))
                    .as("seed %d", seed)
                    .containsExactlyInAnyOrderElementsOf(ids));
  }
}
