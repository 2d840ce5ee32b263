package io.github.dynamooutbox.cli.internal.bucket;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.operations.replay.FailedBatchStore;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RememberedBatchesTest {
  private final Counted store = new Counted();

  @Test
  void readsAnObjectOnceForTheListAndThePlanAndOnceMoreToSendIt() {
    RememberedBatches batches = new RememberedBatches(store);

    String listed = text(batches, "a");
    assertThat(text(batches, "a")).isEqualTo(listed);
    assertThat(store.reads).containsExactly("a");

    assertThat(text(batches, "a")).isNotEqualTo(listed).isEqualTo(store.content("a", 2));
    text(batches, "a");
    assertThat(store.reads).containsExactly("a", "a", "a");
  }

  @Test
  void readsAgainWhatThereIsNoRoomFor() {
    RememberedBatches batches = new RememberedBatches(store, 3 * Counted.SIZE / 2);

    text(batches, "a");
    text(batches, "b");
    text(batches, "a");
    text(batches, "b");

    assertThat(store.reads).containsExactly("a", "b", "b");

    // What was read twice has left its room.
    text(batches, "c");
    text(batches, "c");
    assertThat(store.reads).containsExactly("a", "b", "b", "c");
  }

  @Test
  void doesNotRememberThatThereIsNothing() {
    RememberedBatches batches = new RememberedBatches(store);

    assertThat(batches.read("absent")).isEmpty();
    assertThat(batches.read("absent")).isEmpty();
    assertThat(store.reads).containsExactly("absent", "absent");
  }

  private static String text(FailedBatchStore store, String name) {
    return new String(store.read(name).orElseThrow(), StandardCharsets.ISO_8859_1);
  }

  /** Objects that change, and that cannot be compressed. */
  private static final class Counted implements FailedBatchStore {
    private static final int SIZE = 10_000;

    private final List<String> reads = new ArrayList<>();

    @Override
    public void list(Consumer<String> each) {}

    @Override
    public Optional<byte[]> read(String name) {
      reads.add(name);
      return name.equals("absent")
          ? Optional.empty()
          : Optional.of(content(name, reads.size()).getBytes(StandardCharsets.ISO_8859_1));
    }

    private String content(String name, int version) {
      byte[] bytes = new byte[SIZE];
      new Random(31L * name.hashCode() + version).nextBytes(bytes);
      return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Override
    public void remove(String name) {}
  }
}
