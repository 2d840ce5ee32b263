package io.github.dynamooutbox.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.dynamooutbox.writer.Violation.EventSize;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** What a caller is told about each rule that a transaction can break, word for word. */
class ViolationsTest {
  private static final Aggregate ORDER = Aggregate.of("Order", "42");
  private static final Event EVENT = Event.withoutPayload("OrderPlaced").id("e-1");

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();
  private final Outbox outbox = Rules.outbox(dynamoDb);
  private final Set<Class<?>> seen = new HashSet<>();

  private OutboxTransaction transaction() {
    return outbox.transaction();
  }

  @AfterEach
  void nothingWasSent() {
    assertThat(dynamoDb.requests).isEmpty();
  }

  @Test
  void everyViolationSaysWhereWhatAndWhatToDo() {
    told(
        () -> transaction().put(Items.order("1")).commit(),
        "transaction on table orders: raises no events; add some with events(...)");
    told(
        () -> transaction().events(ORDER), "Order#42: raises no events; add some with events(...)");
    told(
        () -> puts(100).events(ORDER, EVENT).idempotencyKey("k").commit(),
        "transaction on table orders: 100 actions, 1 outbox records, 1 for idempotency keys and 0"
            + " for strict order add up to 102; DynamoDB allows 100; split it");
    told(
        () -> puts(1).delete(Items.orderKey("0")).events(ORDER, EVENT).commit(),
        "action 1 (delete, table orders, PK=ORDER#0, SK=ORDER): is on the same item as action 0"
            + " (put, table orders, PK=ORDER#0, SK=ORDER); combine them into one action");
    told(
        () -> puts(1).put(Map.of("PK", Items.text("x"))).events(ORDER, EVENT).commit(),
        "action 1 (put, table orders): the key attribute SK is missing");
    told(
        () -> transaction().delete(key("", "x")).events(ORDER, EVENT).commit(),
        "action 0 (delete, table orders, PK=, SK=x): the key attribute PK is empty");
    told(
        () -> transaction().delete(key("x", "x".repeat(1025))).events(ORDER, EVENT).commit(),
        "action 0 (delete, table orders, PK=x, SK="
            + "x".repeat(80)
            + "...): the key attribute SK has 1025 bytes; DynamoDB allows 1024");
    told(
        () -> transaction().put(key("OUTBOX#Order#1", "x")).events(ORDER, EVENT).commit(),
        "action 0 (put, table orders, PK=OUTBOX#Order#1, SK=x): its key starts with OUTBOX#, which"
            + " is reserved for the outbox");
    told(
        () -> transaction().put(withNote(null)).events(ORDER, EVENT).commit(),
        "action 0 (put, table orders, PK=ORDER#1, SK=ORDER): the attribute note has no value; give"
            + " it one, DynamoDB's NULL for example, or leave it out");
    told(() -> transaction().add(TransactWriteItem.builder().build()), "action 0: does nothing");
    told(() -> puts(1).add(TransactWriteItem.builder().build()), "action 1: does nothing");
    told(
        () -> transaction().events(ORDER, Event.ofJson("A", "{").id("e-1")).commit(),
        "Order#42: event e-1 of type A: the content type says JSON, but its payload fails at character 1");
    told(
        () -> transaction().events(ORDER, EVENT).events(Aggregate.of("P", "1"), EVENT).commit(),
        "outbox record of P#1: the event id e-1 occurs twice; ids must be unique");
  }

  @Test
  void everyRuleForTextsAndEventsSaysWhatIsWrong() {
    told(() -> transaction().named("first"), "the name \"first\" has no action before it");
    told(() -> puts(1).named(""), "the name of an action is empty");
    told(() -> ORDER.at(-1), "Order#42: the version -1 is negative");
    told(
        () -> transaction().events(ORDER.at(1), EVENT).events(ORDER, EVENT),
        "Order#42: has events at version 1 and without a version; a transaction advances an"
            + " aggregate by one version");
    told(
        () -> EVENT.header("Channel", "web"),
        "event of type OrderPlaced: header \"Channel\": names have 1 to 20 characters of a-z and"
            + " 0-9");
    told(
        () -> EVENT.header("source", "web"),
        "event of type OrderPlaced: header \"source\": the envelope uses this name");
    told(
        () -> EVENT.header("channel", "a\nb"),
        "event of type OrderPlaced: the value of header \"channel\" has a control character at 1");
    told(
        () -> EVENT.schema("relative"),
        "event of type OrderPlaced: the schema is not an absolute URI");
    told(() -> EVENT.schema("a b"), "event of type OrderPlaced: the schema is not a URI");
    told(() -> Event.of("", 1), "the type of an event is empty");
    told(
        () -> Event.of("A", new byte[0]),
        "event of type A: a byte[] would become a JSON text in base64; use ofBytes(type, bytes,"
            + " contentType)");
    told(
        () -> Event.of("text"),
        "a payload of java.lang.String implies no event type; use of(type, payload) or"
            + " withoutPayload(type)");
    told(
        () -> Event.ofText("A", "", "text/plain").previous(new byte[0]),
        "event of type A: previous is a [B; it must have the form of the payload, a String");
    told(
        () -> Event.ofBytes("A", new byte[0], "a/b").previous("x"),
        "event of type A: previous is a java.lang.String; it must have the form of the payload, a"
            + " byte[]");
    told(() -> Aggregate.of("A#B", "1"), "aggregate type \"A#B\": contains '#'");
    told(
        () -> Aggregate.of("outbox.heartbeat", "1"),
        "aggregate type \"outbox.heartbeat\": is reserved: the relay only counts such events");
    told(() -> Aggregate.heartbeat(""), "the id of a heartbeat is empty");
    told(
        () -> Aggregate.of("Order", "\ud83d"),
        "the id of an aggregate of type Order has half of a surrogate pair at 0");
  }

  @Test
  void everySizeOverALimitIsGivenWithTheLimit() {
    Violation.RecordTooLarge record =
        (Violation.RecordTooLarge)
            violation(
                () ->
                    transaction()
                        .events(ORDER, text("small", 10), text("large", 399_000), text("mid", 900))
                        .commit());
    assertThat(record.aggregate()).isEqualTo(ORDER.key());
    assertThat(record.events()).extracting(EventSize::id).containsExactly("small", "large", "mid");
    assertThat(record.largest()).isEqualTo(record.events().get(1));
    assertThat(record.message())
        .isEqualTo(
            "outbox record of Order#42: its 3 events take "
                + record.bytes()
                + " bytes; the limit is 399360; the largest is event large of type A with "
                + record.largest().bytes()
                + "; store large payloads elsewhere, and publish references to them");

    assertThat(violation(() -> transaction().put(blob("1", 409_600)).events(ORDER, EVENT).commit()))
        .isEqualTo(
            new Violation.ItemTooLarge(
                "action 0 (put, table orders, PK=ORDER#1, SK=ORDER)", 409_627, 409_600))
        .extracting(Violation::message)
        .isEqualTo(
            "action 0 (put, table orders, PK=ORDER#1, SK=ORDER): the item has 409627 bytes;"
                + " DynamoDB allows 409600");

    OutboxTransaction eleven = transaction().events(ORDER, EVENT);
    for (int i = 0; i < 11; i++) {
      eleven.put(blob("o" + i, 400_000));
    }
    Violation.TransactionTooLarge whole = (Violation.TransactionTooLarge) violation(eleven::commit);
    assertThat(whole.message())
        .isEqualTo(
            "transaction on table orders: has "
                + whole.bytes()
                + " bytes; DynamoDB allows 4194304; split it");
  }

  @Test
  void noViolationIsLeftOut() {
    everyViolationSaysWhereWhatAndWhatToDo();
    everyRuleForTextsAndEventsSaysWhatIsWrong();
    everySizeOverALimitIsGivenWithTheLimit();

    assertThat(seen)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.asList(Violation.class.getPermittedSubclasses()));
  }

  private void told(ThrowingCallable call, String message) {
    assertThat(violation(call).message()).isEqualTo(message);
  }

  private Violation violation(ThrowingCallable call) {
    InvalidTransactionException e = catchThrowableOfType(InvalidTransactionException.class, call);
    seen.add(e.violation().getClass());
    assertThat(e).hasMessage(e.violation().message());
    assertThat(e.outcome()).isEqualTo(CommitOutcome.NOT_COMMITTED);
    return e.violation();
  }

  private OutboxTransaction puts(int count) {
    OutboxTransaction transaction = transaction();
    for (int i = 0; i < count; i++) {
      transaction.put(Items.order(Integer.toString(i)));
    }
    return transaction;
  }

  private static Map<String, AttributeValue> key(String partition, String sort) {
    return Map.of("PK", Items.text(partition), "SK", Items.text(sort));
  }

  private static Map<String, AttributeValue> withNote(AttributeValue note) {
    Map<String, AttributeValue> item = new HashMap<>(Items.order("1"));
    item.put("note", note);
    return item;
  }

  private static Map<String, AttributeValue> blob(String id, int bytes) {
    Map<String, AttributeValue> item = new HashMap<>(Items.order(id));
    item.put("blob", Items.text("x".repeat(bytes)));
    return item;
  }

  private static Event text(String id, int characters) {
    return Event.ofText("A", "x".repeat(characters), "text/plain").id(id);
  }
}
