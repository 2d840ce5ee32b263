package io.github.dynamooutbox.benchmarks.inbox;

import io.github.dynamooutbox.benchmarks.cost.CostContest;
import io.github.dynamooutbox.benchmarks.cost.CostSuite;
import io.github.dynamooutbox.benchmarks.cost.CostTable;
import io.github.dynamooutbox.benchmarks.results.Results;
import io.github.dynamooutbox.inbox.EventHandler;
import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.Inbox;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import java.util.ArrayList;
import java.util.List;

/** CPU time and bytes of handling an event, compared with the same transaction written by hand. */
public final class InboxCost implements CostSuite {
  private static final CostTable.Bounds BOUNDS = new CostTable.Bounds(1.10, 1.12);
  private static final int[] LINES = {0, 3};
  private static final int REQUESTS = 75;

  /**
   * Prints a row for each case.
   *
   * @return whether all cases are within their bounds
   */
  public static boolean measure(Results results) {
    return CostTable.measure("inbox", InboxCost.class, BOUNDS, results);
  }

  @Override
  public List<CostContest> contests() {
    List<CostContest> contests = new ArrayList<>();
    for (Recognition recognition : Recognition.values()) {
      for (int lines : LINES) {
        contests.add(contest(recognition, lines));
      }
    }
    return contests;
  }

  private static CostContest contest(Recognition recognition, int lines) {
    // The second version: the condition for a first one is longer.
    ReceivedEvent event = Orders.event("6f1c2c52-0d5e-4bb0-9f3f-2a2f0c1f7a11", 2);
    return new CostContest(
        recognition + ", " + (1 + lines) + (lines == 0 ? " write" : " writes"),
        client -> {
          Inbox inbox = recognition.inbox(client);
          EventHandler handler = Orders.handler(lines);
          return () -> {
            HandleResult unused = inbox.handle(event, handler);
          };
        },
        client -> {
          HandWrittenInbox hand = new HandWrittenInbox(client, recognition);
          return () -> hand.handle(event, lines);
        },
        REQUESTS);
  }
}
