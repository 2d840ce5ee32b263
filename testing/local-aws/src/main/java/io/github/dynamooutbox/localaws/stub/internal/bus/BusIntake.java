package io.github.dynamooutbox.localaws.stub.internal.bus;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.localaws.stub.AcceptedBusEvent;
import io.github.dynamooutbox.localaws.stub.BatchEntry;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.internal.Account;
import io.github.dynamooutbox.localaws.stub.internal.RecordingLog;
import io.github.dynamooutbox.localaws.stub.internal.ServiceError;
import io.github.dynamooutbox.localaws.stub.internal.bus.CustomBus.RetainedEvent;
import io.github.dynamooutbox.localaws.stub.internal.json.JsonCall;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/** Accepts entries one by one, drops duplicates, and denies a request for one denied entry. */
final class BusIntake {
  private static final Duration DEDUPLICATION_WINDOW = Duration.ofMinutes(5);
  private static final int MAX_ENTRIES = 100;

  /** User guide, "Custom Event Bus quotas": events plus KB of a group in a second. */
  private static final int GROUP_RATE = 1_500;

  private final Account account;
  private final Clock clock;
  private final RecordingLog<AcceptedBusEvent> log;

  // Guarded by this.
  private final Map<String, Stored> recent = new LinkedHashMap<>();
  private long sequence;
  private Predicate<BatchEntry> denied = entry -> false;
  private int groupRate = GROUP_RATE;

  private record Stored(String id, long sequence, Instant at) {}

  BusIntake(Account account, Clock clock, RecordingLog<AcceptedBusEvent> log) {
    this.account = account;
    this.clock = clock;
    this.log = log;
  }

  synchronized void deny(Predicate<BatchEntry> policy) {
    denied = policy;
  }

  synchronized void groupRate(int rate) {
    groupRate = rate;
  }

  synchronized ObjectNode put(CustomBus bus, boolean raw, JsonCall call) {
    if (call.input().structure("DeduplicationConfiguration").isPresent()) {
      throw PublishedEntry.invalid("This stub has no content-based deduplication");
    }
    Instant now = clock.instant();
    List<PublishedEntry> entries =
        call.input().structures("Entries").stream()
            .map(entry -> raw ? PublishedEntry.raw(entry) : PublishedEntry.event(entry, now))
            .toList();
    if (entries.isEmpty() || entries.size() > MAX_ENTRIES) {
      throw PublishedEntry.invalid("Entries has a length that is not between 1 and 100");
    }
    List<BatchEntry> batch = new ArrayList<>();
    for (int i = 0; i < entries.size(); i++) {
      batch.add(entries.get(i).asBatchEntry(i, bus.name()));
    }
    if (batch.stream().anyMatch(denied)) {
      throw new ServiceError(403, "AccessDeniedException", "Not authorized to perform the action");
    }
    if (!bus.state().equals("ACTIVE")) {
      throw new ServiceError(409, "InvalidStateException", "The bus is " + bus.state());
    }
    boolean registry = call.input().structure("SchemaRegistryConfiguration").isPresent();
    ObjectNode output = call.output();
    ArrayNode results = output.putArray("Entries");
    int failed = 0;
    for (int i = 0; i < entries.size(); i++) {
      PublishedEntry entry = entries.get(i);
      Optional<EntryError> error = entry.fault(registry);
      if (error.isEmpty()) {
        error = call.faults().of(batch.get(i));
      }
      if (error.isEmpty() && isThrottled(bus, entry, now)) {
        error = Optional.of(EntryError.throttled(Service.EVENTBRIDGEV2));
      }
      ObjectNode result = results.addObject();
      if (error.isPresent()) {
        failed++;
        result.put("ErrorCode", error.get().code()).put("ErrorMessage", error.get().message());
      } else {
        accept(bus, entry, now, result);
      }
    }
    // As the service does, which leaves it out where nothing failed.
    return failed == 0 ? output : output.put("FailedEntryCount", failed);
  }

  private boolean isThrottled(CustomBus bus, PublishedEntry entry, Instant now) {
    return entry.groupId().isPresent()
        && bus.isThrottled(entry.groupId().get(), entry.weight(), groupRate, now);
  }

  private void accept(CustomBus bus, PublishedEntry entry, Instant now, ObjectNode result) {
    Iterator<Stored> oldest = recent.values().iterator();
    while (oldest.hasNext() && !oldest.next().at().plus(DEDUPLICATION_WINDOW).isAfter(now)) {
      oldest.remove();
    }
    Optional<String> scope = entry.deduplicationId().map(key -> scope(bus, entry) + '\n' + key);
    Optional<Stored> known = scope.map(recent::get);
    Stored stored =
        known.orElseGet(() -> new Stored(UUID.randomUUID().toString(), ++sequence, now));
    LongFunction<AcceptedBusEvent> event =
        ordinal ->
            new AcceptedBusEvent(
                ordinal,
                bus.name(),
                stored.id(),
                entry.classic(),
                entry.contentType(),
                entry.metadata(),
                entry.groupId(),
                entry.deduplicationId(),
                entry.data(),
                now);
    if (known.isPresent()) {
      log.discard(event);
    } else {
      log.accept(event);
      scope.ifPresent(key -> recent.put(key, stored));
      bus.add(new RetainedEvent(entry, stored.id(), stored.sequence(), account, now));
    }
    result
        .put("EventId", stored.id())
        .put("SequenceNumber", Long.toString(stored.sequence()))
        .put("SuccessCode", known.isPresent() ? "DEDUPLICATED" : "PUBLISHED");
  }

  /**
   * User guide, "Ordering and deduplicating events on a Custom Event Bus": the account and the
   * group, whatever the bus; without a group, the ungrouped entries on the bus.
   */
  private static String scope(CustomBus bus, PublishedEntry entry) {
    return entry.groupId().map(group -> "group " + group).orElse("bus " + bus.arn());
  }
}
