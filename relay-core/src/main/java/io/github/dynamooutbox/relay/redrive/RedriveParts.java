package io.github.dynamooutbox.relay.redrive;

import io.github.dynamooutbox.relay.loop.Backoff;
import io.github.dynamooutbox.relay.loop.EventLoop;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.park.ParkedLanes;
import io.github.dynamooutbox.relay.publish.Target;
import io.github.dynamooutbox.relay.receipt.ReceiptBook;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/** What all redrives of a redriver share. */
record RedriveParts(
    ParkedLanes lot,
    Map<String, Target<?>> targets,
    ParkedContent content,
    EventLoop loop,
    Backoff backoff,
    Optional<ReceiptBook> receipts,
    InstantSource clock,
    RelayObserver observer) {

  RedriveParts with(ReceiptBook book, InstantSource receiptClock, RelayObserver receiptObserver) {
    return new RedriveParts(
        lot, targets, content, loop, backoff, Optional.of(book), receiptClock, receiptObserver);
  }
}
