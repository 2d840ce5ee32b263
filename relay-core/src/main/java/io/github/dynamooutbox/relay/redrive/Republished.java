package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.relay.internal.call.BestEffortCalls;
import io.github.dynamooutbox.relay.receipt.Receipt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** What a redrive of a lane has published or dropped, for its receipt. Belongs to the loop. */
final class Republished {
  private final Map<String, List<String>> published = new TreeMap<>();
  private final List<String> dropped = new ArrayList<>();
  private int events;

  void published(String target, String eventId) {
    published.computeIfAbsent(target, name -> new ArrayList<>()).add(eventId);
    events++;
  }

  void dropped(List<String> eventIds) {
    dropped.addAll(eventIds);
    events += eventIds.size();
  }

  /** Completes when the receipt is written, or has failed, which is reported to the observer. */
  CompletionStage<Void> write(RedriveParts parts) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    if (events == 0 || parts.receipts().isEmpty()) {
      done.complete(null);
      return done;
    }
    Receipt receipt = new Receipt(parts.clock().instant(), published, dropped);
    new BestEffortCalls(parts.loop(), parts.backoff())
        .call(
            () -> parts.receipts().get().write(receipt),
            () -> done.complete(null),
            code -> {
              parts.observer().lost("receipt", events, code);
              done.complete(null);
            });
    return done;
  }
}
