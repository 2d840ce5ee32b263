package io.github.dynamooutbox.inbox;

import java.util.List;

/** Deliberate bugs, each of a kind that could be made in earnest. */
final class InboxMutants {
  private static final String MOVES = "CursorMoves";
  private static final String HANDLING = "Handling";
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
              "\"SET #n = :after, #f = :this\",",
              "\"SET #n = :after, #f = if_not_exists(#f, :this)\","),
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
              HANDLING,
              """
                    if (refusal.isOf(Part.ENTRY)) {
                      // A repeat usually also fails
              """,
              """
                    if (refusal.isOf(Part.ENTRY) && !refusal.isOf(Part.CURSOR)) {
                      // A repeat usually also fails
              """),
          new InboxMutant(
                  "passes over a parked event that a skip went beyond",
                  HANDLING,
                  "backlog.due() && settings.guard().onGap() != OnGap.ACCEPT",
                  "false")
              .from(2_350),
          new InboxMutant(
              "leaves a copy parked of what it handles",
              HANDLING,
              "return backlog.own().isPresent() ? Parked.SELF : Parked.SOME;",
              "return Parked.SOME;"),
          new InboxMutant(
              "drops what a skip went beyond",
              RESUMING,
              "Resuming.this.handle(event.get(), slot, place, handler, timeout);",
              """
              Resuming.this.handle(event.get(), slot, place,
                  place == Place.NEXT ? handler : InboxCommits.NOTHING, timeout);
              """),
          new InboxMutant(
              "takes a refusal for success",
              "InboxCommits",
              "return Optional.of(new Refusal(own, e));",
              "return Optional.empty();"),
          new InboxMutant(
              "handles late events without an entry",
              HANDLING,
              "new ArrayList<>(List.of(Own.entry(entries.put(event.event()))));",
              "new ArrayList<>();"),
          new InboxMutant(
                  "parks what is no longer ahead",
                  MOVES,
                  "\"attribute_not_exists(#n) OR #n < :this\")",
                  "\"attribute_not_exists(#n) OR #n < :this OR :this <= #n\")")
              .from(1_200),
          new InboxMutant(
              "counts what is parked once more when it comes again",
              PARKED,
              "Own.parked(once.of(slot))",
              "Own.parked(Put.builder().tableName(settings.table()).item(slot).build())"),
          new InboxMutant(
              "resumes nothing behind a repeat",
              HANDLING,
              "if (result.parkedBehind() && resumes",
              "if (result instanceof Handled && result.parkedBehind() && resumes"),
          new InboxMutant(
              "skips back",
              MOVES,
              ".conditionExpression(\"attribute_not_exists(#n) OR #n < :after\")",
              ""));

  private InboxMutants() {}

  /**
   * A deliberate bug in the inbox: in one file, a piece of text is replaced by another.
   *
   * @param what it does wrong
   * @param file name of the class in this package
   * @param text what is replaced; stands in the file exactly once
   * @param by what it is replaced with
   * @param firstSeed where the search for a seed that notices begins; not 0 where few seeds do
   */
  record InboxMutant(String what, String file, String text, String by, long firstSeed) {
    InboxMutant(String what, String file, String text, String by) {
      this(what, file, text, by, 0);
    }

    InboxMutant from(long seed) {
      return new InboxMutant(what, file, text, by, seed);
    }

    @Override
    public String toString() {
      return what;
    }
  }
}
