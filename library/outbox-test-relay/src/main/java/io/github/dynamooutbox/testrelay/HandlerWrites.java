package io.github.dynamooutbox.testrelay;

import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.inbox.EventHandler;
import io.github.dynamooutbox.inbox.Inbox;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import io.github.dynamooutbox.test.InMemoryOutbox;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * What a handler adds to the transaction of an event, for tests without a database: no condition is
 * evaluated, and nothing is stored. A real inbox calls the handler, so limits and rules are those
 * of production. Immutable and thread-safe. Assertions: {@link HandlerAssert}.
 */
public final class HandlerWrites {
  private static final RecordCodec CODEC = new RecordCodec(OutboxSchema.defaults());

  private final List<TransactWriteItem> actions;
  private final InMemoryOutbox raised;

  private HandlerWrites(List<TransactWriteItem> actions, InMemoryOutbox raised) {
    this.actions = List.copyOf(actions);
    this.raised = raised;
  }

  /**
   * Calls the handler once with the event.
   *
   * @throws RuntimeException whatever the handler throws, or the inbox refuses
   */
  public static HandlerWrites of(EventHandler handler, ReceivedEvent event) {
    AcceptingDynamoDb database = new AcceptingDynamoDb();
    InMemoryOutbox raised = InMemoryOutbox.on(database, TestCommit.TABLE, "/test/consumer");
    Inbox inbox =
        Inbox.builder(raised.client())
            .table(TestCommit.TABLE)
            .consumer("test")
            .outbox(raised.outbox())
            .clock(() -> Instant.EPOCH)
            .build();
    inbox.handle(event, (same, transaction) -> {});
    List<TransactWriteItem> own = database.actions();
    inbox.handle(event, handler);
    List<TransactWriteItem> actions = new ArrayList<>(database.actions());
    actions.removeAll(own);
    actions.removeIf(
        action -> action.put() != null && CODEC.isOutbox(new SdkItem(action.put().item())));
    return new HandlerWrites(actions, raised);
  }

  /** The same with an event in the making. */
  public static HandlerWrites of(EventHandler handler, TestEvents event) {
    return of(handler, event.received());
  }

  /** The handler's actions, in its order; without those of the inbox, and without raised events. */
  public List<TransactWriteItem> actions() {
    return actions;
  }

  /** The events that the handler raises; nothing else can be committed here. */
  InMemoryOutbox raised() {
    return raised;
  }

  /** Contains no payload: payloads do not belong in logs. */
  @Override
  public String toString() {
    return "HandlerWrites[" + actions.size() + " actions, events " + raised.events() + ']';
  }
}
