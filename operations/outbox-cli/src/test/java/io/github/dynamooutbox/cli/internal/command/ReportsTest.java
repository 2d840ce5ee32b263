package io.github.dynamooutbox.cli.internal.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.control.LoggedDecision;
import io.github.dynamooutbox.cli.internal.act.RedriveAct;
import io.github.dynamooutbox.cli.internal.act.TakeOut;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.operations.replay.FailedBatchPlan;
import io.github.dynamooutbox.operations.replay.FailedBatchResult;
import io.github.dynamooutbox.operations.replay.ReplayPlan;
import io.github.dynamooutbox.operations.replay.ReplayPlan.Amount;
import io.github.dynamooutbox.operations.replay.ReplayPlan.LaneAgain;
import io.github.dynamooutbox.operations.replay.ReplayPlan.LaneWaiting;
import io.github.dynamooutbox.operations.replay.ReplayResult;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueTable.Lease;
import io.github.dynamooutbox.relay.redrive.Purge;
import io.github.dynamooutbox.relay.redrive.RedriveResult;
import io.github.dynamooutbox.relay.redrive.RedriveResult.Why;
import io.github.dynamooutbox.relay.redrive.WaysOut.Outcome;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;

/** What operators read of a result, as text and as JSON. Each figure has another value. */
class ReportsTest {
  private static final Path DIRECTORY = Path.of("plan");
  private static final Optional<String> OBSTACLE = Optional.of("bus is down");
  private static final Why WHY = new Why("TooLarge", "300 KB");
  private static final Lease LEASE = new Lease("another", Instant.parse("2026-11-21T10:15:30Z"));
  private static final Map<Integer, Lease> BUSY = Map.of(9, LEASE);
  private static final Map<QueueName, Why> STUCK =
      Map.of(new QueueName.Lane(new LaneKey("bus", "Order#1")), WHY);
  private static final String PART_9 =
      "Part 9 is busy: another is working on it, until 2026-11-21T10:15:30Z at the latest.\n";
  private static final String BUSY_JSON =
      "\"busy\":[{\"part\":9,\"owner\":\"another\",\"until\":\"2026-11-21T10:15:30Z\"}]";

  @Test
  void ofARedrive() {
    assertSays(
        new RedriveReport(
            new RedriveAct.Done(new RedriveResult(6, 5, 4, STUCK, 3, BUSY), Map.of("bus", WHY), 2),
            Optional.of("outbox status")),
        """
        6 events published, 4 queues released
        5 events moved to the queue of their lane
        STILL STUCK  TARGET  CODE      MESSAGE
        Order#1      bus     TooLarge  300 KB
        Left because a target is down, or time was up: 3 queues. Run the command again.
        bus does not accept: TooLarge: 300 KB
        Left out, because another event is in front than was shown: 2 queues. Run the command again to see it.
        """
            + PART_9
            + "Next: outbox status\n",
        """
        {"published":6,"moved":5,"released":4,"unfinished":3,"changed":2,
        "stuck":[{"target":"bus","queue":"Order#1","code":"TooLarge","message":"300 KB"}],
        "failing":{"bus":{"code":"TooLarge","message":"300 KB"}},"""
            + BUSY_JSON
            + ",\"next\":\"outbox status\"}");
  }

  @Test
  void ofDecisions() {
    Instant at = Instant.parse("2026-11-21T10:15:30.123Z");
    assertSays(
        new DecisionsReport(
            List.of(
                new LoggedDecision(
                    at,
                    new LoggedDecision.Decision(
                        "ann",
                        "run-2",
                        "discard",
                        Optional.of("bus"),
                        "of Order#1 for bus",
                        7,
                        Optional.of("test data")),
                    Optional.of(
                        new LoggedDecision.Ended(
                            at.plusSeconds(2), "INCOMPLETE", OptionalLong.of(6)))),
                new LoggedDecision(
                    at.minusSeconds(60),
                    new LoggedDecision.Decision(
                        "bob", "run-1", "redrive", Optional.empty(), "", 9, Optional.empty()),
                    Optional.empty()),
                new LoggedDecision(
                    at.minusSeconds(90),
                    new LoggedDecision.Decision(
                        "cleo", "run-0", "discard", Optional.empty(), "", 0, Optional.empty()),
                    Optional.empty())),
            true,
            at.minusSeconds(3600),
            Optional.of(at)),
        """
        DECIDED               BY    WHAT                        EVENTS  DONE  ENDED       BECAUSE
        2026-11-21T10:15:30Z  ann   discard of Order#1 for bus       7     6  INCOMPLETE  test data
        2026-11-21T10:14:30Z  bob   redrive                          9     -  not ended
        2026-11-21T10:14:00Z  cleo  discard                          -     -  not ended
        There are more: raise --limit.
        """,
        """
        {"since":"2026-11-21T09:15:30.123Z","until":"2026-11-21T10:15:30.123Z","decisions":[
        {"at":"2026-11-21T10:15:30.123Z","by":"ann","run":"run-2","command":"discard","target":"bus",
        "selection":"of Order#1 for bus","events":7,"because":"test data",
        "endedAt":"2026-11-21T10:15:32.123Z","ended":"INCOMPLETE","done":6},
        {"at":"2026-11-21T10:14:30.123Z","by":"bob","run":"run-1","command":"redrive",
        "selection":"","events":9},
        {"at":"2026-11-21T10:14:00.123Z","by":"cleo","run":"run-0","command":"discard",
        "selection":""}],"more":true}""");
  }

  @Test
  void ofWhatIsTakenOut() {
    assertSays(
        new TakeOutReport(taken(3, Optional.of(WHY), Optional.of(LEASE))),
        """
        3 events taken out of the queue
        The others are still in it: TooLarge: 300 KB. Correct that and run the command again.
        This part of the lanes is busy: another is working on it, until 2026-11-21T10:15:30Z at the latest.
        """,
        """
        {"left":3,"gone":0,"obstacle":{"code":"TooLarge","message":"300 KB"},
        "busy":{"owner":"another","until":"2026-11-21T10:15:30Z"}}""");
    assertSays(
        new TakeOutReport(taken(3, Optional.empty(), Optional.empty())),
        """
        3 events taken out of the queue
        2 events of those shown had left the queue before: 'show' says whether they were published or taken out.
        """,
        """
        {"left":3,"gone":2}""");
  }

  /** Five events were shown. */
  private static TakeOut.Result taken(int events, Optional<Why> obstacle, Optional<Lease> busy) {
    return new TakeOut.Result(new Outcome(events, obstacle, busy), 5, false, Instant.EPOCH);
  }

  @Test
  void ofAPurge() {
    assertSays(
        new PurgeReport(new Purge.Result(6, 5, Map.of(2, WHY), BUSY, true)),
        "6 events discarded, 5 queues released\nPart 2 has stopped: TooLarge: 300 KB\n"
            + PART_9
            + "Not finished. Run the same command again to continue.\n",
        """
        {"discarded":6,"released":5,"finished":false,
        "obstacles":[{"part":2,"code":"TooLarge","message":"300 KB"}],"""
            + BUSY_JSON
            + '}');
    assertSays(
        new PurgeReport(new Purge.Result(6, 5, Map.of(), Map.of(), true)),
        "6 events discarded, 5 queues released\n",
        """
        {"discarded":6,"released":5,"finished":true,"obstacles":[],"busy":[]}""");
  }

  @Test
  void ofBatchesThatAreSentAgain() {
    assertSays(
        new ResendResultReport(new FailedBatchResult(6, 5, 4, 3, false, OBSTACLE)),
        """
        6 events published, 4 batches done
        5 events parked: 'parked --events' shows why, 'redrive' publishes them
        3 objects removed
        Stopped: bus is down
        Not finished. To continue, run the same command again.
        """,
        """
        {"published":6,"parked":5,"finished":false,"obstacle":"bus is down","batches":4,"removed":3}""");
    assertSays(
        new ResendResultReport(new FailedBatchResult(6, 0, 4, 0, true, Optional.empty())),
        "6 events published, 4 batches done\n",
        """
        {"published":6,"parked":0,"finished":true,"batches":4,"removed":0}""");
  }

  @Test
  void ofAReplay() {
    assertSays(
        new ReplayResultReport(new ReplayResult(6, 1, 4, false, OBSTACLE), DIRECTORY),
        """
        6 events published
        1 event parked: 'parked --events' shows why, 'redrive' publishes it
        4 records have left the table meanwhile
        Stopped: bus is down
        Not finished. To continue: outbox replay --resume plan
        """,
        """
        {"published":6,"parked":1,"finished":false,"obstacle":"bus is down","gone":4,"directory":"plan"}""");
    assertSays(
        new ReplayResultReport(new ReplayResult(6, 0, 0, true, Optional.empty()), DIRECTORY),
        "6 events published\n",
        """
        {"published":6,"parked":0,"finished":true,"gone":0}""");
  }

  @Test
  void ofWhatAResendWouldDo() {
    assertSays(
        new ResendPlanReport(new FailedBatchPlan(9, Map.of("bus", 8L, "audit", 7L), 6, 5, 4, 3, 2)),
        """
        TARGET  EVENTS
        audit        7
        bus          8
        From 9 batches.
        Left out: 6 events already published, parked or taken out.
        5 events will be parked, because something is parked in front of them: redrive afterwards.
        Later events of 4 lanes are already out: the abandoned ones follow them. To publish an aggregate again in order: outbox replay --aggregate.
        No rule takes 3 events: they will be parked.
        2 records cannot be read: they will be parked, or stop the relay if poison is not parked.
        """,
        """
        {"batches":9,"targets":{"audit":7,"bus":8},"known":6,"behind":5,"lateLanes":4,"unroutable":3,
        "unreadable":2}""");
  }

  @Test
  void ofWhatAReplayWouldDo() {
    ReplayPlan plan =
        new ReplayPlan(
            DIRECTORY,
            9,
            Map.of("bus", new Amount(8, 7), "audit", new Amount(6, 5)),
            List.of(new LaneAgain("bus", "Order#1", "0003", 4)),
            23,
            List.of(new LaneWaiting("audit", "Order#2")),
            22,
            3,
            2);

    assertSays(
        new ReplayPlanReport(plan, true),
        """
        TARGET  EVENTS  OF THEM AGAIN
        audit        6              5
        bus          8              7
        From 9 records.

        Later events of 23 lanes are already out: they are sent again, from the first missing one on.
        TARGET  AGGREGATE  FROM RECORD  AGAIN
        bus     Order#1           0003      4
        And 3 more; --json lists them.

        Left out, because something is parked in front: redrive or discard that, then replay. 22 lanes:
        TARGET  AGGREGATE
        audit   Order#2
        And 2 more; --json lists them.
        3 events cannot be published: the records are gone.
        2 events cannot be published: no target is configured.
        """,
        """
        {"records":9,"targets":{"audit":{"events":6,"again":5},"bus":{"events":8,"again":7}},
        "lanesAgain":23,"again":[{"target":"bus","aggregate":"Order#1","from":"0003","events":4}],
        "lanesWaiting":22,"waiting":[{"target":"audit","aggregate":"Order#2"}],"gone":3,
        "notConfigured":2}""");
  }

  /** Nobody has looked at what was published before. */
  @Test
  void ofWhatAReplayOfASelectionWouldDo() {
    ReplayPlan plan =
        new ReplayPlan(
            DIRECTORY, 9, Map.of("bus", new Amount(8, 0)), List.of(), 0, List.of(), 0, 0, 0);

    assertSays(
        new ReplayPlanReport(plan, false),
        """
        TARGET  EVENTS
        bus          8
        From 9 records.
        All of them are sent, whether their targets have them already or not.
        """,
        """
        {"records":9,"targets":{"bus":{"events":8}},"lanesAgain":0,"again":[],"lanesWaiting":0,
        "waiting":[],"gone":0,"notConfigured":0}""");
  }

  /** Scripts rely on it. */
  @Test
  void exitCodesTellWhatIsLeft() {
    assertThat(RedriveAct.exit(new RedriveResult(6, 5, 4, Map.of(), 0, Map.of())))
        .isEqualTo(CommandExit.DONE);
    assertThat(RedriveAct.exit(new RedriveResult(6, 0, 0, STUCK, 0, Map.of())))
        .isEqualTo(CommandExit.INCOMPLETE);
    assertThat(RedriveAct.exit(new RedriveResult(6, 0, 0, Map.of(), 1, Map.of())))
        .isEqualTo(CommandExit.INCOMPLETE);
    assertThat(RedriveAct.exit(new RedriveResult(6, 0, 0, Map.of(), 0, BUSY)))
        .isEqualTo(CommandExit.INCOMPLETE);
    assertThat(RedriveAct.exit(new RedriveResult(0, 0, 0, Map.of(), 0, BUSY)))
        .isEqualTo(CommandExit.BUSY);
    assertThat(taken(5, Optional.empty(), Optional.empty()).exit()).isEqualTo(CommandExit.DONE);
    assertThat(taken(4, Optional.empty(), Optional.empty()).exit())
        .isEqualTo(CommandExit.INCOMPLETE);
    assertThat(taken(1, Optional.of(WHY), Optional.empty()).exit())
        .isEqualTo(CommandExit.INCOMPLETE);
    assertThat(taken(0, Optional.empty(), Optional.of(LEASE)).exit()).isEqualTo(CommandExit.BUSY);
  }

  private static void assertSays(Report report, String text, String json) {
    assertThat(written(report, false)).isEqualTo(text);
    assertThat(written(report, true)).isEqualTo(json.replace("\n", "") + '\n');
  }

  private static String written(Report report, boolean json) {
    StringWriter out = new StringWriter();
    CommandLine command =
        new CommandLine(CommandLine.Model.CommandSpec.create())
            .setOut(new PrintWriter(out))
            .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF));
    Output.of(command, json).item(report);
    return out.toString();
  }
}
