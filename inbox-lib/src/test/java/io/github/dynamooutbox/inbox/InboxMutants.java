package io.github.dynamooutbox.inbox;

import java.util.List;

/** Deliberate bugs, each of a kind that could be made in earnest. */
final class InboxMutants {
  private static final String MOVES = "CursorMoves";
  private static final String ORDERED = "OrderedHandling";
  private static final String PARKED = "ParkedItems";
  private static final String RESUMING = "Resuming";

  private static final String UNCONDITIONAL =
      "return Put.builder().tableName(settings.table()).item(item(event)).build();";

  static final List<InboxMutant> ALL =
      List.of(
          new InboxMutant(
              "puts an entry over the one that is there",
              "Entries",
              "return once.of(item(event));",
              UNCONDITIONAL),
          new InboxMutant(
              "takes every later event for the next one",
              MOVES,
              ": \"#n = :this\"",
              ": \"#n <= :this\""),
          new InboxMutant(
              "lets an aggregate begin anywhere",
              "OrderGuard",
              "return startsAnywhere || position",
              "return !startsAnywhere || position"),
          new InboxMutant(
              "does not look for parked events",
              MOVES,
              "(parked == Parked.NONE ? \" AND (attribute_not_exists(#p) OR #p = :none)\" : \"\")",
              "\"\""),
          new InboxMutant(
              "believes after a gap that everything before it was handled",
              MOVES,
              "\"SET #n = :after, #f = :this\"",
              "\"SET #n = :after, #f = if_not_exists(#f, :this)\""),
          new InboxMutant(
              "believes that whatever is older was handled",
              "Cursor",
              "return covered ? Place.COVERED : Place.BEHIND;",
              "return Place.COVERED;"),
          new InboxMutant(
              "forgets what its cursor proves",
              "Cursor",
              "return covered ? Place.COVERED : Place.BEHIND;",
              "return Place.BEHIND;"),
          new InboxMutant(
              "asks the cursor before the entry",
              ORDERED,
              "if (refusal.isOf(Part.ENTRY) || !refusal.isOf(Part.CURSOR)) {",
              "if (!refusal.isOf(Part.CURSOR)) {"),
          new InboxMutant(
              "takes a refusal for success",
              "InboxCommits",
              "return Optional.of(new Refusal(own, e));",
              "return Optional.empty();"),
          new InboxMutant(
              "handles late events without an entry",
              ORDERED,
              """
                        List.of(Own.entry(entries.put(event.event()))),
                        handler,
              """,
              """
                        List.of(),
                        handler,
              """),
          new InboxMutant(
                  "parks what is no longer ahead",
                  MOVES,
                  """
              .conditionExpression("attribute_not_exists(#n) OR #n < :this")
                      .updateExpression("ADD #p :one")
              """,
                  """
              .conditionExpression("attribute_not_exists(#n) OR #n < :this OR :this <= #n")
                      .updateExpression("ADD #p :one")
              """)
              .from(1_200),
          new InboxMutant(
              "counts what is parked once more when it comes again",
              PARKED,
              "return once.of(item(event));",
              UNCONDITIONAL),
          new InboxMutant(
                  "looks for parked events only once",
                  RESUMING,
                  "} while (last.handled() > 0);",
                  "} while (last.handled() < 0);")
              .from(1_020),
          new InboxMutant(
              "keeps the count when it removes what is parked",
              RESUMING,
              "List.of(Own.cursor(moves.unpark(event)), Own.parked(parking.delete(event)));",
              "List.of(Own.parked(parking.delete(event)));"),
          new InboxMutant(
              "resumes nothing behind a repeat",
              "Inbox",
              "if (result.parkedBehind()) {",
              "if (result instanceof HandleResult.Handled && result.parkedBehind()) {"),
          new InboxMutant(
              "skips back",
              MOVES,
              ".conditionExpression(\"attribute_not_exists(#n) OR #n < :after\")",
              ""));

  private InboxMutants() {}
}
