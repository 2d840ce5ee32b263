package io.github.dynamooutbox.relay.receipt;

import java.util.concurrent.CompletionStage;

/**
 * Stores receipts. Thread-safe. If a stage completes exceptionally, the outcome is unknown, and the
 * call may be repeated.
 */
public interface ReceiptBook {
  CompletionStage<Void> write(Receipt receipt);
}
