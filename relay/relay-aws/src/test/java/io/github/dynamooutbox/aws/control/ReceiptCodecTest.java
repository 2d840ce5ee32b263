package io.github.dynamooutbox.aws.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.DistinctValues;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.receipt.Receipt.Handled;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ReceiptCodecTest {
  private static final Instant AT = LocalControlTable.NOW;

  @Test
  void receiptIsReadAsItWasWritten() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 500; round++) {
      Receipt receipt = any(random, random.nextInt(30));

      List<byte[]> forms = ReceiptCodec.encode(receipt);

      assertThat(forms).as("seed %d", seed).hasSize(receipt.events().isEmpty() ? 0 : 1);
      for (byte[] form : forms) {
        assertThat(ReceiptCodec.decode(AT, form).orElseThrow())
            .as("seed %d", seed)
            .containsExactlyInAnyOrderElementsOf(stored(receipt));
      }
    }
  }

  @Test
  void largeReceiptIsCutIntoPartsThatFit() {
    Receipt receipt = any(new Random(1), 25_000);

    List<byte[]> forms = ReceiptCodec.encode(receipt);

    assertThat(forms).hasSize(3).allMatch(form -> form.length < 400 * 1024 - 1024);
    List<StoredReceipt.Handled> read = new ArrayList<>();
    forms.forEach(form -> read.addAll(ReceiptCodec.decode(AT, form).orElseThrow()));
    // As maps: the other assertion compares each event with each.
    assertThat(counted(read)).isEqualTo(counted(stored(receipt)));
  }

  private static Map<StoredReceipt.Handled, Long> counted(List<StoredReceipt.Handled> events) {
    return events.stream()
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }

  @Test
  void receiptOfAnotherVersionIsNotRead() {
    byte[] form = ReceiptCodec.encode(any(new Random(1), 1)).get(0);
    form[0]++;
    assertThat(ReceiptCodec.decode(AT, form)).isEmpty();
  }

  @Test
  void everythingThatTellsEventsApartIsInTheirMark() {
    RecordKey record = new RecordKey("OUTBOX#Order#1", "0001");
    Set<EventMark> marks = new HashSet<>();
    marks.add(EventMark.of(record, 1, 0, "e"));
    marks.add(EventMark.of(record, 2, 0, "e"));
    marks.add(EventMark.of(record, 1, 1, "e"));
    marks.add(EventMark.of(record, 1, 0, "f"));
    marks.add(EventMark.of(new RecordKey("OUTBOX#Order#1", "0002"), 1, 0, "e"));
    EventMark other = EventMark.of(new RecordKey("OUTBOX#Order#10", "001"), 1, 0, "e");
    marks.add(other);

    assertThat(marks).hasSize(6).contains(EventMark.of(record, 1, 0, "e"));
    assertThat(marks.stream().filter(mark -> !mark.equals(other)).map(EventMark::aggregate))
        .containsOnly(EventMark.of(record, 9, 9, "any").aggregate());
    assertThat(other.aggregate()).isNotEqualTo(EventMark.of(record, 1, 0, "e").aggregate());
  }

  @Test
  void markOfARecordsEventIsThatOfItsFields() {
    OutboxRecord record = DistinctValues.of(OutboxRecord.class);
    RecordKey key = DistinctValues.of(RecordKey.class);
    assertThat(EventMark.of(key, record, 1))
        .isEqualTo(
            EventMark.of(
                key, record.context().writtenAt().toEpochMilli(), 1, record.events().get(1).id()));
  }

  private static Receipt any(Random random, int events) {
    List<Handled> all = new ArrayList<>();
    for (int i = 0; i < events; i++) {
      Optional<Set<String>> routed =
          random.nextInt(5) == 0 ? Optional.empty() : Optional.of(some(random));
      all.add(
          new Handled(
              new RecordKey("OUTBOX#Order#" + random.nextInt(10), "" + i),
              random.nextInt(3),
              random.nextBoolean() ? "event-" + i : Finished.uuid(random),
              AT.plusMillis(
                  random.nextBoolean()
                      ? random.nextInt(5) - 2
                      : random.nextInt(10_000) - 1_990_000),
              routed,
              some(random),
              some(random)));
    }
    return new Receipt(AT, all);
  }

  private static Set<String> some(Random random) {
    Set<String> targets = new HashSet<>();
    for (int target = 0; target < 3; target++) {
      if (random.nextBoolean()) {
        targets.add("target-" + target);
      }
    }
    return targets;
  }

  static List<StoredReceipt.Handled> stored(Receipt receipt) {
    return receipt.events().stream()
        .map(
            event ->
                new StoredReceipt.Handled(
                    EventMark.of(
                        event.record(),
                        event.writtenAt().toEpochMilli(),
                        event.index(),
                        event.id()),
                    event.writtenAt(),
                    event.routed(),
                    event.published(),
                    event.deduplicated()))
        .toList();
  }
}
