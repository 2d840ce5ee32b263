package io.github.dynamooutbox.operations.audit;

import io.github.dynamooutbox.aws.control.StoredReceipt;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.WayOut;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** What an audit reads, consistently. Thread-safe. */
interface AuditSources {
  /**
   * Some items of the outbox.
   *
   * @param read how many items were read for it, of the outbox or not
   * @param next where to continue; empty on the last page
   */
  record Page(List<ItemView> items, long read, Optional<String> next) {}

  /** How large the table is, as of some hours ago. */
  record TableSize(long items, long bytes) {}

  TableSize size();

  /** Reads one page of a part of the table. */
  Page scan(int part, int parts, Optional<String> from);

  /**
   * Passes on every parked event. Events move from what is parked for all targets to a target's
   * backlog, and from there to a lane's own queue, and are written to the next before they leave
   * the previous one. They are read in this order, so none is overlooked on its way.
   */
  void parked(Consumer<ParkedEvent> each);

  /** Passes on every receipt of a range of time. */
  void receipts(Instant from, Instant to, Consumer<StoredReceipt> each);

  /**
   * What operators decided about events with this id: which targets they need not reach any more.
   */
  List<WayOut> decisions(String eventId);

  /** Whether a record is still in the table. */
  boolean exists(RecordKey record);
}
