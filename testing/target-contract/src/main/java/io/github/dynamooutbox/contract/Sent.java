package io.github.dynamooutbox.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.publish.BatchOutcome;
import io.github.dynamooutbox.relay.publish.Entry;
import io.github.dynamooutbox.relay.publish.Prepared;
import io.github.dynamooutbox.relay.publish.Target;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Sends the events of the contract's tests and reads the outcomes. */
final class Sent {
  private Sent() {}

  static <E extends Entry> E ready(Target<E> target, ContractEvent event) {
    Prepared<E> prepared = target.prepare(event.envelope());
    Optional<E> entry = prepared.fold(ready -> Optional.of(ready.entry()), no -> Optional.empty());
    return entry.orElseThrow(
        () -> new AssertionError("%s was refused: %s".formatted(event.id(), prepared)));
  }

  static <E extends Entry> CompletableFuture<BatchOutcome> publish(
      Target<E> target, List<ContractEvent> events) {
    List<E> entries = events.stream().map(event -> ready(target, event)).toList();
    return target.publish(entries).toCompletableFuture();
  }

  /** Waits for the outcome. A stage that completes exceptionally fails the test. */
  static BatchOutcome await(CompletableFuture<BatchOutcome> request) {
    assertThat(request).succeedsWithin(TargetContract.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
    return request.join();
  }

  /** The kind of each outcome: published, retry or rejected; or that the request was refused. */
  static List<String> kinds(BatchOutcome outcome) {
    return outcome.fold(
        entries ->
            entries.outcomes().stream()
                .map(
                    each -> each.fold(published -> "published", retry -> "retry", no -> "rejected"))
                .toList(),
        refused -> List.of("request refused"));
  }
}
