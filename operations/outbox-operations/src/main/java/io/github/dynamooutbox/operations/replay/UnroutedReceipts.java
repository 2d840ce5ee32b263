package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.receipt.Receipt.Handled;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Receipts of a relay that has one target only: they must not claim that the rules name no other
 * one. For events that it leaves out, no receipt is written. Thread-safe.
 */
record UnroutedReceipts(ReceiptBook book) implements ReceiptBook {
  @Override
  public CompletionStage<Void> write(Receipt receipt) {
    List<Handled> events =
        receipt.events().stream()
            .filter(event -> !event.routed().map(Set::isEmpty).orElse(false))
            .map(
                event ->
                    new Handled(
                        event.record(),
                        event.index(),
                        event.id(),
                        event.writtenAt(),
                        Optional.empty(),
                        event.published()))
            .toList();
    return events.isEmpty()
        ? CompletableFuture.completedStage(null)
        : book.write(new Receipt(receipt.at(), events));
  }
}
