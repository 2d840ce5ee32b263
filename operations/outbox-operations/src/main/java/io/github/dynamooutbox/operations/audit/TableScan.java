package io.github.dynamooutbox.operations.audit;

import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.Heartbeats;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.operations.audit.AuditSources.Page;
import io.github.dynamooutbox.relay.Routing;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.stream.IntStream;

/**
 * Reads the whole table, in several parts at the same time, and adds the events of a range to the
 * books. Its state is saved every few pages, when no part is in the middle of one.
 */
final class TableScan {
  static final String ITEMS = "items";
  static final String BEFORE = "before";
  static final String AFTER = "after";
  static final String OTHER_REGIONS = "otherRegions";
  static final String RETENTION = "retention";

  private static final StreamPosition NOWHERE = new StreamPosition("0");
  private static final int PAGES_TO_SAVE = 50;

  /**
   * What is scanned for.
   *
   * @param regions of the records that this relay serves; empty: all
   */
  record Scope(
      Instant from,
      Instant to,
      RecordCodec codec,
      Routing routing,
      TargetBits targets,
      Set<String> regions) {}

  private final AuditSources sources;
  private final Scope scope;
  private final AuditBooks books;
  private final ScanState state;
  private final AuditProgress progress;
  private final ReentrantReadWriteLock pages = new ReentrantReadWriteLock();
  private volatile boolean failed;
  private volatile long about;

  TableScan(
      AuditSources sources,
      Scope scope,
      AuditBooks books,
      ScanState state,
      AuditProgress progress) {
    this.sources = sources;
    this.scope = scope;
    this.books = books;
    this.state = state;
    this.progress = progress;
  }

  /**
   * Reads the parts that are left.
   *
   * @throws CancellationException if it was stopped; its state is saved
   */
  void run(int parts, Executor executor) {
    about = sources.size().items();
    books.events().truncate(state.lengths(books.events().count()));
    List<CompletableFuture<Void>> all = new ArrayList<>();
    for (int part = 0; part < parts; part++) {
      int mine = part;
      all.add(CompletableFuture.runAsync(() -> scan(mine, parts), executor));
    }
    try {
      CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    } finally {
      save();
    }
    if (IntStream.range(0, parts).anyMatch(part -> !state.isDone(part))) {
      throw new CancellationException("the scan was interrupted");
    }
  }

  private void scan(int part, int parts) {
    try {
      int read = 0;
      while (!state.isDone(part) && !failed && !progress.isStopWanted()) {
        Page page = sources.scan(part, parts, state.next(part));
        pages.readLock().lock();
        try {
          page.items().forEach(this::add);
          state.at(part, page.next());
          state.add(ITEMS, page.read());
        } finally {
          pages.readLock().unlock();
        }
        progress.at("items read", state.count(ITEMS), about);
        if (read++ % PAGES_TO_SAVE == 0) {
          save();
        }
      }
    } catch (RuntimeException e) {
      failed = true;
      throw e;
    }
  }

  private void save() {
    pages.writeLock().lock();
    try {
      books.events().flush();
      state.save(books.events().lengths());
    } finally {
      pages.writeLock().unlock();
    }
  }

  private void add(ItemView item) {
    scope
        .codec()
        .decode(item)
        .fold(
            decoded -> add(decoded.key(), decoded.record()),
            newer -> addUnreadable(item),
            malformed -> addUnreadable(item));
  }

  private boolean add(RecordKey key, OutboxRecord record) {
    Instant written = record.context().writtenAt();
    if (!isHeartbeat(key, scope.codec())) {
      // Heartbeats are kept for hours only, which says nothing about events.
      state.least(RETENTION, Duration.between(written, record.expiresAt()).toMillis());
    }
    if (!scope.regions().isEmpty() && !scope.regions().contains(record.context().region())) {
      state.add(OTHER_REGIONS, 1);
    } else if (written.isBefore(scope.from())) {
      state.add(BEFORE, 1);
    } else if (!written.isBefore(scope.to())) {
      state.add(AFTER, 1);
    } else {
      for (int index = 0; index < record.events().size(); index++) {
        books.add(found(new Envelope(NOWHERE, key, record, index)));
      }
    }
    return true;
  }

  /** Whether it is the record of a heartbeat, which is in the books because its receipt is. */
  static boolean isHeartbeat(RecordKey key, RecordCodec codec) {
    return key.partition().startsWith(codec.schema().prefix() + Heartbeats.AGGREGATE_TYPE + "#");
  }

  private Found found(Envelope envelope) {
    OutboxRecord record = envelope.record();
    CommittedEvent event =
        new CommittedEvent(
            envelope.key(),
            envelope.index(),
            envelope.event().id(),
            envelope.event().type(),
            record.context().writtenAt(),
            record.expiresAt());
    Optional<Set<String>> routed = scope.routing().targets(envelope);
    return new Found(event, routed.map(scope.targets()::bits).orElse(TargetBits.ALL), 0);
  }

  /** It is unknown when it was written, so it is in every range. */
  private boolean addUnreadable(ItemView item) {
    books.add(new Found(unreadable(key(item)), TargetBits.ALL, 0));
    return true;
  }

  static CommittedEvent unreadable(RecordKey key) {
    return new CommittedEvent(key, -1, "", "", Instant.EPOCH, Instant.EPOCH);
  }

  private RecordKey key(ItemView item) {
    return new RecordKey(
        text(item, scope.codec().schema().partitionKey()),
        text(item, scope.codec().schema().sortKey()));
  }

  private static String text(ItemView item, String name) {
    AttributeView value = item.get(name);
    return value == null ? "" : value.string();
  }
}
