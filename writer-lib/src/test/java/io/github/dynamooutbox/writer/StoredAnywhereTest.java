package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.writer.CommitResult.AlreadyCommitted;
import io.github.dynamooutbox.writer.CommitResult.Committed;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** A command is the same wherever and however its payload is stored. */
class StoredAnywhereTest {
  private static final String LONG = "x".repeat(3_000);

  private static final List<UnaryOperator<OutboxBuilder<Outbox>>> STORES =
      List.of(
          builder -> builder,
          builder -> builder.largePayloads(new PayloadStores.Kept("s3://b/"), 1_024),
          builder -> builder.largePayloads(new PayloadStores.Kept("s3://b/"), 1_000_000),
          builder -> builder.compressPayloads(256),
          builder ->
              builder
                  .compressPayloads(256)
                  .largePayloads(new PayloadStores.Kept("s3://b/"), 2_048));

  /** The same JSON, written in several ways. */
  private static final List<Event> SAME =
      List.of(
          Event.ofJson("Sent", "{\"a\":1,\"b\":\"" + LONG + "\"}"),
          Event.ofJson("Sent", "{ \"b\" : \"" + LONG + "\",\n \"a\":1 }"),
          Event.ofBytes(
              "Sent",
              ("{\"b\":\"" + LONG + "\",\"a\":1}").getBytes(StandardCharsets.UTF_8),
              "application/json"));

  private static CommitResult commit(
      PutsTable table, UnaryOperator<OutboxBuilder<Outbox>> store, Event event) {
    return store
        .apply(Outbox.builder(table).table("orders").source("/shop"))
        .build()
        .transaction()
        .idempotencyKey("k")
        .events(Aggregate.of("Order", "1"), event)
        .commit();
  }

  @Test
  void repeatIsKnownWhereverAndHoweverItsPayloadIsStored() {
    for (UnaryOperator<OutboxBuilder<Outbox>> first : STORES) {
      for (Event written : SAME) {
        PutsTable table = new PutsTable();
        assertThat(commit(table, first, written)).isInstanceOf(Committed.class);
        for (UnaryOperator<OutboxBuilder<Outbox>> then : STORES) {
          for (Event repeated : SAME) {
            assertThat(commit(table, then, repeated)).isInstanceOf(AlreadyCommitted.class);
          }
        }
      }
    }
  }

  @Test
  void repeatOfOtherContentIsKnownAsAnotherCommandWhereverItIsStored() {
    PutsTable table = new PutsTable();
    CommitResult first = commit(table, STORES.get(1), SAME.get(0));

    for (UnaryOperator<OutboxBuilder<Outbox>> then : STORES) {
      assertThatExceptionOfType(IdempotencyKeyMisusedException.class)
          .isThrownBy(
              () -> commit(table, then, Event.ofJson("Sent", "{\"a\":2,\"b\":\"" + LONG + "\"}")))
          .satisfies(e -> assertThat(e.committed().records()).isEqualTo(first.records()));
    }
  }

  /** Stored elsewhere, compressed and in the record, and restored as consumers and relays do. */
  @Test
  void bytesAreExactWhateverCharsetTheirTypeNames() {
    for (Charset charset :
        List.of(StandardCharsets.ISO_8859_1, StandardCharsets.UTF_8, StandardCharsets.UTF_16LE)) {
      byte[] bytes = "Stra\u00dfe;Gr\u00f6\u00dfe;Caf\u00e9\n".repeat(200).getBytes(charset);
      for (String type :
          List.of("text/csv; charset=" + charset, "text/csv", "application/octet-stream")) {
        Event event = Event.ofBytes("Sent", bytes, type);
        PayloadStores.Kept store = new PayloadStores.Kept("s3://b/");
        CommitResult unused =
            commit(new PutsTable(), builder -> builder.largePayloads(store, 1_024), event);

        assertThat(store.puts.get(0).bytes()).isEqualTo(HexFormat.of().formatHex(bytes));
        assertThat(Payload.of(bytes, type).toBytes()).isEqualTo(bytes);
        assertThat(inRecord(builder -> builder, event)).isEqualTo(bytes);
        assertThat(inRecord(builder -> builder.compressPayloads(256), event)).isEqualTo(bytes);
      }
    }
  }

  private static byte[] inRecord(UnaryOperator<OutboxBuilder<Outbox>> store, Event event) {
    PutsTable table = new PutsTable();
    CommitResult unused = commit(table, store, event);
    return table.items.values().stream()
        .filter(item -> item.containsKey("events"))
        .map(item -> Items.decoded(item).record().events().get(0).data().toBytes())
        .findFirst()
        .orElseThrow();
  }
}
