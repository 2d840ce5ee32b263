package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Which changes make a command another one, and which leave it what it was. */
class FingerprintTest {
  private static final Aggregate ORDER = Aggregate.of("Order", "42");
  private static final Event PLACED = Event.ofJson("Placed", "{\"a\":\"x\",\"b\":1}");
  private static final Event SCANNED =
      Event.ofBytes("Scanned", new byte[] {1, 2}, "application/avro");
  private static final Event NOTED = Event.ofText("Noted", "{ }", "text/plain");
  private static final Aggregate PAYMENT = Aggregate.of("Payment", "p");

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final Outbox outbox =
      Outbox.builder(dynamoDb)
          .table("orders")
          .source("/s")
          .largePayloads(new PayloadStores.Kept("s3://bucket/"), 1024)
          .build();

  private String of(UnaryOperator<OutboxTransaction> content) {
    content.apply(outbox.transaction().idempotencyKey("k")).commit();
    return ofLast();
  }

  private String ofLast() {
    var items = dynamoDb.request().transactItems();
    return items.get(items.size() - 1).put().item().get("fingerprint").s();
  }

  private static OutboxTransaction base(OutboxTransaction transaction) {
    return transaction.tenant("acme").events(ORDER, PLACED, SCANNED).events(PAYMENT, NOTED);
  }

  /** Markers in tables hold it: the hash of all parts, each after its length. */
  @Test
  void staysWhatItIs() {
    assertThat(of(FingerprintTest::base))
        .isEqualTo("9f2e818d5f77d0f270eea8e514c87022d8ce2d57cc8f4eff994bd9ea1f1c0c20");
  }

  @Test
  void whatACommandDoesCounts() {
    Map<String, UnaryOperator<OutboxTransaction>> others = new LinkedHashMap<>();
    others.put("base", FingerprintTest::base);
    others.put("tenant", it -> base(it).tenant("other"));
    others.put("aggregate type", it -> base(it, Aggregate.of("Cart", "42"), PLACED, SCANNED));
    others.put("aggregate id", it -> base(it, Aggregate.of("Order", "43"), PLACED, SCANNED));
    others.put(
        "event type",
        it -> base(it, ORDER, Event.ofJson("Paid", "{\"a\":\"x\",\"b\":1}"), SCANNED));
    others.put(
        "value", it -> base(it, ORDER, Event.ofJson("Placed", "{\"a\":\"y\",\"b\":1}"), SCANNED));
    others.put(
        "content type",
        it ->
            base(
                it,
                ORDER,
                PLACED,
                Event.ofBytes("Scanned", new byte[] {1, 2}, "application/cbor")));
    others.put(
        "bytes",
        it ->
            base(
                it,
                ORDER,
                PLACED,
                Event.ofBytes("Scanned", new byte[] {1, 3}, "application/avro")));
    others.put("order", it -> base(it, ORDER, SCANNED, PLACED));
    others.put("one event less", it -> base(it, ORDER, PLACED));
    others.put(
        "an event that moves to the next aggregate",
        it -> it.tenant("acme").events(ORDER, PLACED).events(PAYMENT, SCANNED, NOTED));
    others.put(
        "white space in a text",
        it ->
            it.tenant("acme")
                .events(ORDER, PLACED, SCANNED)
                .events(PAYMENT, Event.ofText("Noted", "{}", "text/plain")));
    others.put("a stored payload", it -> base(it, ORDER, PLACED, large("x")));
    others.put("another stored payload", it -> base(it, ORDER, PLACED, large("y")));
    Map<String, String> prints = new LinkedHashMap<>();
    others.forEach((what, content) -> prints.put(what, of(content)));
    prints.put("a text", textOf("c"));
    prints.put("another text", textOf("d"));

    assertThat(prints.values()).as("%s", prints).doesNotHaveDuplicates();
  }

  private static OutboxTransaction base(
      OutboxTransaction transaction, Aggregate aggregate, Event... events) {
    return transaction.tenant("acme").events(aggregate, events).events(PAYMENT, NOTED);
  }

  private static Event large(String text) {
    return Event.ofText("Scanned", text.repeat(1024), "text/plain");
  }

  private String textOf(String command) {
    base(outbox.transaction().idempotencyKey("k", command)).commit();
    return ofLast();
  }

  @Test
  void whatDiffersFromTryToTryDoesNot() {
    String base = of(FingerprintTest::base);

    assertThat(
            of(
                it ->
                    it.put(Items.order("1"))
                        .user("u")
                        .correlationId("c")
                        .causationId("m")
                        .trace("00-a-b-01", "v=1")
                        .events(
                            ORDER.at(3),
                            Event.ofJson("Placed", " { \"b\" : 1 , \"a\" : \"\\u0078\" } ")
                                .id("e-1")
                                .time(Instant.EPOCH)
                                .schema("https://schemas.example.com/placed")
                                .previous("{}")
                                .header("channel", "web"),
                            SCANNED.previous(new byte[] {9}))
                        .tenant("acme")
                        .events(PAYMENT, NOTED)))
        .isEqualTo(base);
    assertThat(of(it -> base(it, ORDER, PLACED, large("x").id("e-1"))))
        .as("wherever it is stored")
        .isEqualTo(of(it -> base(it, ORDER, PLACED, large("x").id("e-2"))));
  }

  @Test
  void textOfACommandStandsForItsEvents() {
    String text = textOf("c");
    outbox.transaction().events(PAYMENT, SCANNED).idempotencyKey("k", "c").commit();

    assertThat(ofLast()).isEqualTo(text);
  }
}
