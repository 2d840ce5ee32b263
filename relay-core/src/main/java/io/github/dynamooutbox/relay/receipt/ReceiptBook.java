package io.github.dynamooutbox.relay.receipt;

import java.util.concurrent.CompletionStage;

/**
 * Keeps receipts. Thread-safe; a stage that completes exceptionally means that nothing is known,
 * and the call may be repeated.
 */
public interface ReceiptBook {
  CompletionStage<Void> write(Receipt receipt);
}
