package io.github.dynamooutbox.benchmarks.inbox;

import io.github.dynamooutbox.benchmarks.cost.CostTable.CostCase;
import io.github.dynamooutbox.benchmarks.cost.CostTable.CostSuite;
import io.github.dynamooutbox.inbox.EventHandler;
import io.github.dynamooutbox.inbox.HandleResult;
import io.github.dynamooutbox.inbox.Inbox;
import io.github.dynamooutbox.inbox.ReceivedEvent;
import java.util.ArrayList;
import java.util.List;

/** The cost of handling an event, compared with the same transaction written by hand. */
public final class InboxCost implements CostSuite {
  private static final int REQUESTS = 75;

  @Override
  public List<CostCase> cases() {
    List<CostCase> cases = new ArrayList<>();
    for (Recognition recognition : Recognition.values()) {
      for (int lines : new int[] {0, 3}) {
        cases.add(of(recognition, lines));
      }
    }
    return cases;
  }

  private static CostCase of(Recognition recognition, int lines) {
    // The second version: the condition for a first one is longer.
    ReceivedEvent event = Orders.event("6f1c2c52-0d5e-4bb0-9f3f-2a2f0c1f7a11", 2);
    return new CostCase(
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
