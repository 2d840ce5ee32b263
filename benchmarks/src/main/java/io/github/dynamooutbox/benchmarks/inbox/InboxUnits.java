package io.github.dynamooutbox.benchmarks.inbox;

import io.github.dynamooutbox.benchmarks.load.TransactionUnits.Consumed;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.inbox.DeliveryMode;
import io.github.dynamooutbox.inbox.EventHandler;
import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.Inbox;
import io.github.dynamooutbox.inbox.OnGap;
import io.github.dynamooutbox.inbox.OnLate;
import io.github.dynamooutbox.inbox.OrderGuard;
import io.github.dynamooutbox.inbox.Resumed;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Locale;

/**
 * Write units of handling an event, compared with the same transaction written by hand, on DynamoDB
 * Local. Refused transactions are only counted: DynamoDB consumes as many units for them as for
 * accepted ones.
 */
final class InboxUnits {
  private static final EventHandler HANDLER = Orders.handler(0);
  private static final EventHandler NOTHING = (event, transaction) -> {};
  private static final Duration LEASE = Duration.ofMinutes(1);

  private final PrintStream out;
  private final TotalsTable table;

  private InboxUnits(PrintStream out, TotalsTable table) {
    this.out = out;
    this.table = table;
  }

  /**
   * Prints a row for each mode, and one for each case that needs another transaction.
   *
   * @return whether no mode consumes more than the hand-written transaction
   */
  static boolean measure(PrintStream out) {
    try (TotalsTable table = new TotalsTable()) {
      InboxUnits units = new InboxUnits(out, table);
      boolean holds = units.modes();
      units.others();
      return holds;
    }
  }

  private boolean modes() {
    out.printf(
        "%n%-28s %10s %10s %20s%n", "write units of an event", "inbox", "hand", "the inbox's own");
    boolean holds = true;
    for (Recognition recognition : Recognition.values()) {
      Inbox inbox = recognition.inbox(table.client());
      HandWrittenInbox hand = new HandWrittenInbox(table.client(), recognition);
      double ours = handle(inbox, recognition + "-ours", 1, HANDLER).units();
      double own = handle(inbox, recognition + "-own", 1, NOTHING).units();
      double theirs =
          table.units(() -> hand.handle(Orders.event(recognition + "-hand", 1), 0)).units();
      out.printf(Locale.ROOT, "%-28s %10.0f %10.0f %20.0f%n", recognition, ours, theirs, own);
      holds &= ours <= theirs;
    }
    out.printf("bound: inbox <= hand: %s%n", holds ? "holds" : "does not hold");
    return holds;
  }

  private Consumed handle(Inbox inbox, String order, long version, EventHandler handler) {
    return table.units(
        () -> {
          HandleResult unused = inbox.handle(Orders.event(order, version), handler);
        });
  }

  private void others() {
    out.printf("%n%-50s %20s %10s%n", "the inbox's own", "write units", "refused");
    OrderGuard accepts = OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.ACCEPT);
    Inbox accepting =
        Recognition.ENTRIES_AND_CURSOR.inbox(table.client(), accepts.onLate(OnLate.HANDLE));
    print("accepted over a gap", handle(accepting, "gap", 3, NOTHING));
    print("late, handled", handle(accepting, "gap", 1, NOTHING));
    for (Recognition recognition : Recognition.values()) {
      if (recognition.hasCursor()) {
        parked(recognition);
      }
    }
    for (Recognition recognition : Recognition.values()) {
      Inbox inbox = recognition.inbox(table.client());
      print("repeat (" + recognition + ")", handle(inbox, recognition + "-own", 1, NOTHING));
    }
    Inbox leasing = Recognition.ENTRIES.inbox(table.client());
    print(
        "at least once, under a lease",
        table.units(
            () -> {
              HandleResult unused =
                  leasing.handleAtLeastOnce(Orders.event("leased", 1), LEASE, event -> {});
            }));
  }

  private void parked(Recognition recognition) {
    Inbox inbox = recognition.inbox(table.client());
    String order = recognition + "-parked";
    print("parked (" + recognition + ")", handle(inbox, order, 2, NOTHING));
    // Separate, so that it is not counted with what follows.
    Consumed unused =
        table.units(() -> inbox.skip(Orders.SOURCE, new AggregateKey("Order", order), 1));
    print(
        "handled after that",
        table.units(
            () -> {
              Resumed resumed =
                  inbox.resume(Orders.SOURCE, new AggregateKey("Order", order), NOTHING);
              if (resumed.handled() != 1) {
                throw new IllegalStateException(resumed + ": not one event was parked");
              }
            }));
  }

  private void print(String what, Consumed consumed) {
    out.printf(Locale.ROOT, "%-50s %20.0f %10d%n", what, consumed.units(), consumed.refused());
  }
}
