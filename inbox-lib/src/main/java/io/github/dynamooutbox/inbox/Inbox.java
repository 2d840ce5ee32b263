package io.github.dynamooutbox.inbox;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.DurationText;
import io.github.dynamooutbox.format.EventPosition;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.inbox.InboxCommits.Own;
import io.github.dynamooutbox.inbox.InboxCommits.Refusal;
import io.github.dynamooutbox.writer.CommitConflictException;
import io.github.dynamooutbox.writer.CommitOutcomeUnknownException;
import io.github.dynamooutbox.writer.CommitThrottledException;
import io.github.dynamooutbox.writer.PreconditionFailedException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Handles each event once, even if it is delivered more than once: a handler's writes and the
 * record that the event is handled are one transaction. Thread-safe; one for each consumer is
 * enough. Owns no resources and need not be closed: the client belongs to the caller.
 *
 * <pre>{@code
 * Inbox inbox = Inbox.builder(dynamoDbClient).table("totals").consumer("order-totals").build();
 * HandleResult result = inbox.handle(event, tx -> tx.update(...));
 * if (result.isFinished()) { ... acknowledge the message }
 * }</pre>
 *
 * <p>In addition to the handler's writes, an event costs 2 transactional write units for its entry
 * and 2 for its aggregate's cursor; both are below 1 KB as long as ids are shorter than that.
 * Nothing is read, except for parked events.
 */
public final class Inbox {
  private final InboxSettings settings;
  private final InboxCommits commits;
  private final CursorMoves moves;
  private final ParkedItems parking;
  private final Handling handling;
  private final Resuming resuming;
  private final Leases leases;

  Inbox(InboxSettings settings) {
    this.settings = settings;
    InboxKeys keys = new InboxKeys(settings.consumer(), settings.schema());
    Entries entries = new Entries(settings, keys);
    this.commits = new InboxCommits(settings);
    this.moves = new CursorMoves(settings, keys);
    this.parking = new ParkedItems(settings, keys, commits);
    this.resuming = new Resuming(settings, commits, entries, moves, parking);
    this.handling = new Handling(settings, commits, entries, moves, parking, resuming);
    this.leases = new Leases(settings, keys, entries);
  }

  public static InboxBuilder builder(DynamoDbClient client) {
    return new InboxBuilder(client);
  }

  /**
   * Handles an event, unless it was handled before. A transaction that DynamoDB refuses because of
   * a conflict or throttling is retried, see {@link InboxBuilder#retry}; the calling thread waits.
   *
   * <p>With {@link OnGap#PARK}, events that are parked behind this one are not resumed: see {@link
   * #handle(ReceivedEvent, EventHandler)}.
   *
   * @param writes adds the writes for this event; called once for each attempt, see {@link
   *     EventHandler#handle}
   * @return the result; {@link HandleResult#isFinished} says whether to acknowledge the message
   * @throws UnusableEventException if the event lacks what the inbox needs
   * @throws PreconditionFailedException if one of the handler's own conditions does not hold;
   *     nothing was written
   * @throws CommitConflictException if other transactions kept changing the same items
   * @throws CommitThrottledException if DynamoDB kept throttling
   * @throws CommitOutcomeUnknownException if it is unknown whether the event was handled; deliver
   *     it again, and it is handled or recognised as a repeat
   */
  public HandleResult handle(ReceivedEvent event, Consumer<InboxTransaction> writes) {
    return handling.handle(
        event,
        withPayloads((same, transaction) -> writes.accept(transaction)),
        false,
        settings.timeout());
  }

  /**
   * As {@link #handle(ReceivedEvent, Consumer)}, but with a handler for any event, so that parked
   * events of the aggregate that waited for this one are handled, too. If one of those fails, that
   * is no failure of this event: see {@link HandleResult#parkedFailure}.
   */
  public HandleResult handle(ReceivedEvent event, EventHandler handler) {
    return handle(event, handler, settings.timeout());
  }

  /**
   * As {@link #handle(ReceivedEvent, EventHandler)}, for callers with little time left.
   *
   * @param limit time limit of each transaction, if it is shorter than {@link InboxBuilder#timeout}
   */
  public HandleResult handle(ReceivedEvent event, EventHandler handler, Duration limit) {
    Duration timeout = Collections.min(List.of(limit, settings.timeout()));
    return handling.handle(event, withPayloads(handler), true, timeout);
  }

  /**
   * Handles those parked events of an aggregate before which nothing is missing any more, in order.
   * Call it after {@link #skip}.
   *
   * @param source source of the events
   * @throws RuntimeException as {@link #handle(ReceivedEvent, EventHandler)}; the event at which it
   *     failed and those behind it remain parked
   */
  public Resumed resume(String source, AggregateKey aggregate, EventHandler handler) {
    Resuming.Resumption resumption =
        resuming.resume(source, aggregate, withPayloads(handler), settings.timeout());
    resumption
        .failure()
        .ifPresent(
            failure -> {
              throw failure.cause();
            });
    return resumption.done();
  }

  /**
   * Gives up a parked event, for example one whose handler fails for ever: it then counts as
   * handled, and those behind it can be resumed. Nothing else removes a parked event that was not
   * handled.
   *
   * @param source source of the event
   * @return the event, so that it can be kept elsewhere; empty if it is not parked
   * @throws InvalidInboxException if events before it are missing: skip those first
   */
  public Optional<ReceivedEvent> discard(
      String source, AggregateKey aggregate, EventPosition position) {
    return resuming.discard(source, aggregate, position, settings.timeout());
  }

  /** Whether events are to be delivered again while events before them are missing. */
  public boolean waitsForMissingEvents() {
    return settings.mode().hasCursor() && settings.guard().onGap() == OnGap.WAIT;
  }

  /**
   * The parked events of an aggregate, in order, each read from the table when the stream gets to
   * it; consistent reads.
   */
  public Stream<ReceivedEvent> parked(String source, AggregateKey aggregate) {
    return parking
        .slots(source, aggregate)
        .flatMap(slot -> parking.event(source, aggregate, slot).stream())
        .map(OrderedEvent::event);
  }

  /**
   * Skips events that will never arrive, because an operator discarded them or a route dropped
   * them: what is missing of the aggregate up to this position then counts as handled. A skipped
   * event that arrives after all is {@link HandleResult.AlreadyHandled}, so skip only what is
   * certain not to be needed. Parked events are not skipped: {@link #resume} handles them, {@link
   * #discard} gives them up, and until then no later event is handled.
   *
   * @param source source of the events
   * @param through position of the last event to skip
   * @return whether the cursor moved; false if it was already there
   * @throws InvalidInboxException if the inbox has no order guard
   */
  public boolean skip(String source, AggregateKey aggregate, EventPosition through) {
    if (!settings.mode().hasCursor()) {
      throw new InvalidInboxException(
          "inbox of consumer "
              + settings.consumer()
              + ": has no order guard, so there is nothing to skip");
    }
    ReceivedEvent marker =
        ReceivedEvent.of(Map.of("id", "skip", "source", source, "type", "skip"), Payload.of(""));
    Optional<Refusal> refusal =
        commits.commit(
            marker,
            List.of(Own.cursor(moves.skip(source, aggregate, through))),
            InboxCommits.NOTHING,
            settings.timeout());
    refusal.ifPresent(Refusal::requireByCondition);
    return refusal.isEmpty();
  }

  /**
   * Skips whole versions.
   *
   * @param version the last version to skip, with all its events
   * @see #skip(String, AggregateKey, EventPosition)
   */
  public boolean skip(String source, AggregateKey aggregate, long version) {
    return skip(source, aggregate, new EventPosition(version, 0, 1));
  }

  /**
   * Handles an event at least once, for handlers with effects outside DynamoDB, such as calling a
   * service. The effects and the record that they are done are two steps, so a crash between them
   * repeats the effects; pass the event's id to the service as the idempotency key. A lease keeps
   * two calls from handling the event at the same time, as long as the handler ends before the
   * lease does. Order is not guarded.
   *
   * <p>Use either this method or {@link #handle} for all events of a consumer: {@code handle()}
   * takes an entry under a lease for that of a handled event.
   *
   * <p>Costs 2 write units, without a transaction. If the handler throws, the lease is released and
   * the exception passes through.
   *
   * @param lease longer than the handler ever takes
   * @throws InvalidInboxException if the inbox has no entries, or the lease is not positive
   */
  public HandleResult handleAtLeastOnce(
      ReceivedEvent event, Duration lease, Consumer<ReceivedEvent> handler) {
    if (!settings.mode().hasEntries()) {
      throw new InvalidInboxException(
          "inbox of consumer " + settings.consumer() + ": a lease needs entries; use order(guard)");
    }
    if (lease.isNegative() || lease.isZero()) {
      throw new InvalidInboxException(
          event + ": the lease is " + DurationText.of(lease) + ", not positive");
    }
    return leases.handle(
        event,
        lease,
        same ->
            handler.accept(settings.payloads().map(reader -> reader.resolve(same)).orElse(same)));
  }

  /** Fetches a payload when its event is handled, not when it is parked. */
  private EventHandler withPayloads(EventHandler handler) {
    return settings
        .payloads()
        .<EventHandler>map(
            reader -> (event, transaction) -> handler.handle(reader.resolve(event), transaction))
        .orElse(handler);
  }
}
