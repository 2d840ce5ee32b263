package io.github.dynamooutbox.testrelay;

import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.inbox.envelope.Envelopes;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.OutboxTransaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An event in the forms in which consumers receive it.
 *
 * <pre>{@code
 * TestEvents placed = TestEvents.of("OrderPlaced", payload).aggregate("Order", "1").sequence(3);
 * TestMessage message = placed.sqs();
 * inbox.handle(Envelopes.sqs(message.body(), message.attributes()), router);
 * }</pre>
 *
 * <p>{@code writer-lib} writes the event, and the relay's own targets render it, so a test sees
 * what production delivers. What the writer or a target refuses is refused here, too, with the
 * reason. All forms of one object are one event, with one id: delivering it twice is a repeat.
 * Whatever changes it makes another event. Immutable and thread-safe.
 */
public final class TestEvents {
  private final Event event;
  private final Place place;
  private final String source;
  private final UnaryOperator<OutboxTransaction> context;
  private final String form;
  private @Nullable Envelope committed;

  /** The aggregate, and where in the order of its events the event is. */
  private record Place(@Nullable Aggregate aggregate, int index, int count) {}

  private TestEvents(
      Event event,
      Place place,
      String source,
      UnaryOperator<OutboxTransaction> context,
      String form) {
    this.event = event;
    this.place = place;
    this.source = source;
    this.context = context;
    this.form = form;
  }

  /**
   * An event of the source {@code /test}.
   *
   * @param payload an object, which is serialised to JSON as the writer does it
   */
  public static TestEvents of(String type, Object payload) {
    return of(Event.of(type, payload));
  }

  /** The same with JSON that is published unchanged. */
  public static TestEvents ofJson(String type, String json) {
    return of(Event.ofJson(type, json));
  }

  /** An event as a service passes it to its outbox: with text, bytes, headers, an id or a time. */
  public static TestEvents of(Event event) {
    return new TestEvents(event, new Place(null, 0, 1), "/test", all -> all, "cloudevent");
  }

  /** The aggregate that raises the event. Without one the event has no form. */
  public TestEvents aggregate(String type, String id) {
    return at(new Place(Aggregate.of(type, id), 0, 1));
  }

  /** The aggregate's version after the transaction, of which this is the only event. */
  public TestEvents sequence(long version) {
    return sequence(version, 0, 1);
  }

  /**
   * One of several events of a version.
   *
   * @param index from 0
   * @param count how many events the version has
   */
  public TestEvents sequence(long version, int index, int count) {
    if (index < 0 || index >= count) {
      throw new IllegalArgumentException(
          "event %d of %d: the index is from 0, and below the count".formatted(index, count));
    }
    return at(new Place(aggregate().at(version), index, count));
  }

  private TestEvents at(Place other) {
    return new TestEvents(event, other, source, context, form);
  }

  /** The CloudEvents source. Default: {@code /test}. */
  public TestEvents source(String uri) {
    return new TestEvents(event, place, uri, context, form);
  }

  /** The event's id. Default: generated. */
  public TestEvents id(String id) {
    return with(event.id(id));
  }

  /** The event's time. Default: now. */
  public TestEvents time(Instant time) {
    return with(event.time(time));
  }

  /** A header, which becomes a CloudEvents extension. */
  public TestEvents header(String name, String value) {
    return with(event.header(name, value));
  }

  private TestEvents with(Event other) {
    return new TestEvents(other, place, source, context, form);
  }

  /**
   * What the transaction says of itself, for example {@code it -> it.tenant("t-1").user("u-1")}.
   * Called once.
   */
  public TestEvents transaction(UnaryOperator<OutboxTransaction> settings) {
    return new TestEvents(event, place, source, settings, form);
  }

  /**
   * The same event with its payload as committed and the CloudEvents attributes beside it, as a
   * target with {@code "envelope": "data"} sends it. Default: {@code "cloudevent"}.
   */
  public TestEvents bare() {
    TestEvents same = new TestEvents(event, place, source, context, "data");
    same.committed = committed();
    return same;
  }

  /** A message of a queue that the relay sends to. */
  public TestMessage sqs() {
    return Delivered.sqs(SentRequest.toSqs(form, committed()));
  }

  /** A message of a queue behind an SNS topic, with raw message delivery. */
  public TestMessage snsRaw() {
    return Delivered.raw(SentRequest.toSns(form, committed()));
  }

  /** A message of a queue behind an SNS topic, without raw message delivery. */
  public TestMessage snsWrapped() {
    return Delivered.notification(SentRequest.toSns(form, committed()));
  }

  /**
   * The document that EventBridge delivers, to a queue or a function. A bare one has no event id,
   * so no consumer recognises its repeats.
   */
  public TestMessage eventBridge() {
    return Delivered.document(SentRequest.toBus(form, committed()));
  }

  /**
   * What a subscriber of a Custom Event Bus delivers to a queue or a function, with {@code
   * WITH_METADATA}; the relay has published it with {@code "api": "raw"}.
   */
  public TestMessage customBus() {
    return Delivered.withMetadata(SentRequest.toCustomBus(form, committed()));
  }

  /** A record of a Kinesis stream. */
  public TestRecord kinesis() {
    return Delivered.kinesis(SentRequest.toStream(form, committed()));
  }

  /**
   * A record of a Kafka topic.
   *
   * @throws IllegalStateException if {@code kafka-target} is not on the class path of the tests
   */
  public TestRecord kafka() {
    return KafkaForm.of(form, committed());
  }

  /** The event as a consumer reads it from any of these forms. */
  public ReceivedEvent received() {
    TestMessage message = sqs();
    return Envelopes.sqs(message.body(), message.attributes());
  }

  /** The event that production would read from the stream; written once. */
  synchronized Envelope committed() {
    Envelope known = committed;
    if (known == null) {
      List<Event> events = new ArrayList<>();
      for (int i = 0; i < place.count(); i++) {
        events.add(i == place.index() ? event : Event.withoutPayload("Other"));
      }
      known = TestCommit.of(source, aggregate(), events, context).get(place.index());
      committed = known;
    }
    return known;
  }

  private Aggregate aggregate() {
    Aggregate known = place.aggregate();
    if (known == null) {
      throw new IllegalStateException(
          "the event has no aggregate: call aggregate(type, id), before sequence(version)");
    }
    return known;
  }

  /** Contains no payload: payloads do not belong in logs. */
  @Override
  public String toString() {
    return "TestEvents[" + event + ", " + Map.of("source", source, "envelope", form) + ']';
  }
}
