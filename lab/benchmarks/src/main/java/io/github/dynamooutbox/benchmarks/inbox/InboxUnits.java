package io.github.dynamooutbox.benchmarks.inbox;

import io.github.dynamooutbox.benchmarks.load.MeteredDynamoDb;
import io.github.dynamooutbox.benchmarks.load.MeteredDynamoDb.Consumed;
import io.github.dynamooutbox.benchmarks.results.Results;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.inbox.DeliveryMode;
import io.github.dynamooutbox.inbox.EventHandler;
import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.Inbox;
import io.github.dynamooutbox.inbox.OnGap;
import io.github.dynamooutbox.inbox.OnLate;
import io.github.dynamooutbox.inbox.OrderGuard;
import io.github.dynamooutbox.inbox.Resumed;
import java.time.Duration;

/**
 * Write units of handling an event, compared with the same transaction written by hand, on DynamoDB
 * Local. Refused transactions are only counted: DynamoDB consumes as many units for them as for
 * accepted ones.
 */
public final class InboxUnits {
  private static final EventHandler HANDLER = Orders.handler(0);
  private static final EventHandler NOTHING = (event, transaction) -> {};
  private static final Duration LEASE = Duration.ofMinutes(1);

  private final Results results;
  private final MeteredDynamoDb dynamoDb;

  private InboxUnits(Results results, MeteredDynamoDb dynamoDb) {
    this.results = results;
    this.dynamoDb = dynamoDb;
  }

  /**
   * Prints a row for each mode, and one for each case that needs another transaction.
   *
   * @return whether no mode consumes more than the hand-written transaction
   */
  public static boolean measure(Results results) {
    try (MeteredDynamoDb dynamoDb = new MeteredDynamoDb()) {
      dynamoDb.create(Orders.TABLE);
      InboxUnits units = new InboxUnits(results, dynamoDb);
      boolean holds = units.modes();
      units.others();
      return holds;
    }
  }

  private boolean modes() {
    results.print(
        "%n%-28s %10s %10s %20s%n", "write units of an event", "inbox", "hand", "the inbox's own");
    boolean holds = true;
    for (Recognition recognition : Recognition.values()) {
      Inbox inbox = recognition.inbox(dynamoDb.client());
      HandWrittenInbox hand = new HandWrittenInbox(dynamoDb.client(), recognition);
      double ours = handle(inbox, recognition + "-ours", 1, HANDLER).units();
      double own = handle(inbox, recognition + "-own", 1, NOTHING).units();
      double theirs =
          dynamoDb.units(() -> hand.handle(Orders.event(recognition + "-hand", 1), 0)).units();
      results.print("%-28s %10.0f %10.0f %20.0f%n", recognition, ours, theirs, own);
      holds &= ours <= theirs;
    }
    return results.bound("inbox <= hand", holds);
  }

  private Consumed handle(Inbox inbox, String order, long version, EventHandler handler) {
    return dynamoDb.units(
        () -> {
          HandleResult unused = inbox.handle(Orders.event(order, version), handler);
        });
  }

  private void others() {
    results.print("%n%-50s %20s %10s%n", "the inbox's own", "write units", "refused");
    OrderGuard accepts = OrderGuard.everyEvent(DeliveryMode.SINGLE, OnGap.ACCEPT);
    Inbox accepting =
        Recognition.ENTRIES_AND_CURSOR.inbox(dynamoDb.client(), accepts.onLate(OnLate.HANDLE));
    print("accepted over a gap", handle(accepting, "gap", 3, NOTHING));
    print("late, handled", handle(accepting, "gap", 1, NOTHING));
    for (Recognition recognition : Recognition.values()) {
      if (recognition.hasCursor()) {
        parked(recognition);
      }
    }
    for (Recognition recognition : Recognition.values()) {
      Inbox inbox = recognition.inbox(dynamoDb.client());
      print("repeat (" + recognition + ")", handle(inbox, recognition + "-own", 1, NOTHING));
    }
    Inbox leasing = Recognition.ENTRIES.inbox(dynamoDb.client());
    print(
        "at least once, under a lease",
        dynamoDb.units(
            () -> {
              HandleResult unused =
                  leasing.handleAtLeastOnce(Orders.event("leased", 1), LEASE, event -> {});
            }));
  }

  private void parked(Recognition recognition) {
    Inbox inbox = recognition.inbox(dynamoDb.client());
    String order = recognition + "-parked";
    print("parked (" + recognition + ")", handle(inbox, order, 2, NOTHING));
    // Separate, so that it is not counted with what follows.
    Consumed unused =
        dynamoDb.units(() -> inbox.skip(Orders.SOURCE, new AggregateKey("Order", order), 1));
    print(
        "handled after that",
        dynamoDb.units(
            () -> {
              Resumed resumed =
                  inbox.resume(Orders.SOURCE, new AggregateKey("Order", order), NOTHING);
              if (resumed.handled() != 1) {
                throw new IllegalStateException(resumed + ": not one event was parked");
              }
            }));
  }

  private void print(String what, Consumed consumed) {
    results.print("%-50s %20.0f %10d%n", what, consumed.units(), consumed.refused());
  }
}
