package io.github.dynamooutbox.operations.replay;

import io.github.dynamooutbox.aws.targets.FailedCalls;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Receipts of work that an operator waits for. Each failure is counted. Once receipts fail and the
 * work has stopped, writes are not attempted any more, because each would take seconds to fail.
 * Thread-safe.
 */
final class StoppableReceipts implements ReceiptBook {
  private final ReceiptBook book;
  private final ReplayCounts counts;
  private volatile boolean isFailing;

  StoppableReceipts(ReceiptBook book, ReplayCounts counts) {
    this.book = book;
    this.counts = counts;
  }

  @Override
  public CompletionStage<Void> write(Receipt receipt) {
    if (isFailing && counts.halted().isPresent()) {
      return CompletableFuture.failedStage(new CancellationException("it has stopped"));
    }
    return book.write(receipt).whenComplete((nothing, failure) -> ended(failure));
  }

  private void ended(@Nullable Throwable failure) {
    isFailing = failure != null;
    if (failure != null) {
      String code = FailedCalls.causeOf(failure).getClass().getSimpleName();
      counts.observe(new RelayEvent.ControlFailed("receipt", code, ""));
    }
  }
}
