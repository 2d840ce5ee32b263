package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.textOf;

import io.github.dynamooutbox.aws.internal.table.BatchGet;
import io.github.dynamooutbox.aws.internal.table.Calls;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Reads the head, which all shards of a stream have in common, and the circuits of scopes.
 * Everybody who asks while other reads are in flight shares the next one, so a worker's reads of
 * the head do not grow with its shards. An answer never comes from a read that began before it was
 * asked for: what was parked by then would be overtaken. Thread-safe.
 */
final class HeadReads {
  /** Two, so that one that hangs does not make everybody wait. */
  private static final int AT_ONCE = 2;

  /** What was read; items that do not exist are empty. */
  record Found(Map<String, AttributeValue> head, Map<String, AttributeValue> circuits) {}

  /** One read, for all who wait for it: items by their partitions. */
  private static final class Shared {
    private final Set<String> scopes = new TreeSet<>();
    private final CompletableFuture<Map<String, Map<String, AttributeValue>>> items =
        new CompletableFuture<>();
  }

  private final BatchGet get;
  private final QueueKeys keys;
  private int inFlight;
  private @Nullable Shared next;

  HeadReads(Calls calls, QueueKeys keys) {
    get = new BatchGet(calls);
    this.keys = keys;
  }

  CompletableFuture<Found> of(String scope) {
    Shared mine = join(scope);
    startNext();
    return mine.items.thenApply(
        items -> new Found(item(items, keys.head()), item(items, keys.circuits(scope))));
  }

  private static Map<String, AttributeValue> item(
      Map<String, Map<String, AttributeValue>> items, Map<String, AttributeValue> key) {
    return items.getOrDefault(textOf(key, Keys.PK), Map.of());
  }

  private synchronized Shared join(String scope) {
    if (next == null) {
      next = new Shared();
    }
    next.scopes.add(scope);
    return next;
  }

  private void startNext() {
    Shared read = takeNext();
    if (read == null) {
      return;
    }
    List<Map<String, AttributeValue>> wanted = new ArrayList<>();
    wanted.add(keys.head());
    read.scopes.forEach(scope -> wanted.add(keys.circuits(scope)));
    Map<String, Map<String, AttributeValue>> items = new ConcurrentHashMap<>();
    // Composed, so that whatever is thrown here is a failed read, and the next one begins.
    CompletionStage<Void> done =
        CompletableFuture.completedFuture(wanted)
            .thenCompose(all -> get.each(all, item -> items.put(textOf(item, Keys.PK), item)));
    done.whenComplete(
        (nothing, failure) -> {
          ended();
          startNext();
          if (failure == null) {
            read.items.complete(items);
          } else {
            read.items.completeExceptionally(failure);
          }
        });
  }

  private synchronized @Nullable Shared takeNext() {
    if (inFlight == AT_ONCE || next == null) {
      return null;
    }
    Shared read = next;
    next = null;
    inFlight++;
    return read;
  }

  private synchronized void ended() {
    inFlight--;
  }
}
