package io.github.dynamooutbox.relay.simulation;

import io.github.dynamooutbox.relay.simulation.Plan.Weather;
import java.util.List;

/** Deliberate bugs, each of a kind that could be made in earnest. */
final class Mutants {
  private static final String DISPATCH = "internal/Dispatch";
  private static final String BEFORE = "internal/FinishedBefore";
  private static final String SHARD = "internal/StreamShardRelay";
  private static final String AHEAD = "internal/AheadList";
  private static final String INTAKE = "internal/Intake";
  private static final String SEQUENCE = "internal/SequenceOrder";
  private static final String LANES = "lane/TargetLanes";
  private static final String QUEUES = "lane/LaneQueues";
  private static final String READY = "lane/ReadyQueue";
  private static final String HOLDS = "lane/AggregateHolds";
  private static final String PARKING = "lane/LaneParking";
  private static final String PROGRESS = "progress/Progress";
  private static final String REDRIVE = "redrive/LaneRedrive";
  private static final String CONTENT = "redrive/ParkedContent";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "ignores the failure of a batch's last entry",
              LANES,
              "      PublishOutcome outcome = outcomes.get(i);",
              """
                    PublishOutcome outcome =
                        i > 0 && i == batch.size() - 1 ? Published.INSTANCE : outcomes.get(i);
              """),
          new Mutant(
              "takes a refused request for published",
              LANES,
              "        ready.addHalvesOf(batch);",
              """
                      for (Ready<E> each : batch) {
                        context.listener().published(each.delivery());
                        finish(each.delivery());
                      }
              """),
          new Mutant(
              "loses the second half of a refused request",
              READY,
              "    halves.addFirst(refused.subList(middle, refused.size()));",
              ""),
          new Mutant(
              "sends two heads of a lane",
              QUEUES,
              "    return lane.size() == 1;",
              "    return lane.size() <= 2;"),
          new Mutant(
              "reports the position after the first unfinished",
              PROGRESS,
              "Optional.ofNullable(unfinished.peekFirst()).map(",
              "unfinished.stream().skip(1).findFirst().map("),
          new Mutant(
              "lets progress pass before a park is durable",
              LANES,
              """
                          () -> parked(delivery, cause),
                          (never, why) -> haltAt(delivery, never, why));
              """,
              """
                          () -> {},
                          (never, why) -> haltAt(delivery, never, why));
                  parked(delivery, cause);
              """),
          new Mutant(
              "parks only the rejected event, and the lane goes on",
              PARKING,
              "          closed.add(event.place().lane());",
              ""),
          new Mutant(
              "takes no notice of the lanes that are closed",
              PARKING,
              "          closed.addAll(found);",
              ""),
          new Mutant(
              "forgets closed lanes with each batch",
              PARKING,
              "          closed.addAll(found);",
              "          closed.clear();\n          closed.addAll(found);"),
          new Mutant(
              "takes an open lane for parked behind",
              PARKING,
              "          if (isParked) {",
              "          if (isParked || event.attempts() != null) {"),
          new Mutant(
              "parks what stands behind in lanes without order",
              LANES,
              "    if (!target.ordered()) {\n      prepare(delivery);",
              "    if (!target.ordered()) {\n      takeTurn(delivery);"),
          new Mutant(
              "drops retries when it halts",
              LANES,
              "    retries.removeIf(delivery -> isStopped(delivery) && stopped.add(delivery));",
              "    retries.cancel();"),
          new Mutant(
                  "reads the lanes before the ahead list",
                  SHARD,
                  """
                  ahead.load(
                      batch.records(),
                      repeater,
                      finished -> {
                        dispatch.leaveOut(finished);
                        dispatch.refresh(
                            incoming,
                            () -> {
              """,
                  """
                  dispatch.refresh(
                      incoming,
                      () -> {
                        ahead.load(
                            batch.records(),
                            repeater,
                            finished -> {
                              dispatch.leaveOut(finished);
              """)
              .in(Weather.CONTEST),
          new Mutant(
              "knows what is finished ahead by position alone, whatever the shard",
              BEFORE,
              "!finished.contains(delivery)",
              """
              finished.stream()
                  .noneMatch(
                      each ->
                          each.position().equals(delivery.position())
                              && each.index() == delivery.index()
                              && each.target().equals(delivery.target()))
              """),
          new Mutant(
              "knows what is finished ahead by event, whatever the target",
              BEFORE,
              "!finished.contains(delivery)",
              """
              finished.stream()
                  .noneMatch(
                      each ->
                          each.record().equals(delivery.record())
                              && each.index() == delivery.index())
              """),
          new Mutant(
              "saves no ahead list",
              AHEAD,
              "store.isEmpty() || list.isEmpty()) {",
              "store.isEmpty() || !list.isEmpty()) {"),
          new Mutant(
              "drops what no rule takes",
              DISPATCH,
              "    } else if (event.routed() instanceof Routed.Dropped) {",
              "    } else if (!(event.routed() instanceof Routed.To)) {"),
          new Mutant(
              "goes on in a record behind the event at which it halts",
              DISPATCH,
              "    if (limit != null && envelope.position().compareTo(limit) >= 0) {",
              "    if (limit != null && envelope.position().compareTo(limit) > 0) {"),
          new Mutant(
                  "goes on in an aggregate behind an event that no rule takes",
                  DISPATCH,
                  "      slot.opened();\n      heldBack.add(aggregate);",
                  "      slot.opened();")
              .in(Weather.STORM),
          new Mutant(
              "keeps the room of what a halt dropped",
              DISPATCH,
              "record != null && limit == null && !window.hasRoom()",
              "record != null && !window.hasRoom()"),
          new Mutant(
                  "puts poison behind its successors when a lane is reopened",
                  DISPATCH,
                  "    if (!isPoison && holds.holds(aggregate)) {",
                  "    if (holds.holds(aggregate)) {")
              .in(Weather.REOPENING),
          new Mutant(
              "lets events pass poison of their aggregate",
              DISPATCH,
              "    if (!isPoison && holds.holds(aggregate)) {",
              "    if (!isPoison && parking.isClosed(AggregateHolds.lane(aggregate))) {"),
          new Mutant(
              "parks poison before what stands before it is finished",
              HOLDS,
              "        if (host.isDrained(aggregate)) {",
              "        if (host.isDrained(aggregate) || head.isPoison()) {"),
          new Mutant(
              "sorts all but the first record of an aggregate",
              SEQUENCE,
              "    for (int i = 0; i < batch.size(); i++) {",
              "    for (int i = 1; i < batch.size(); i++) {"),
          new Mutant(
                  "sorts what cannot be read before everything else",
                  "lane/SequenceSort",
                  "known.orElse(highest)",
                  "known.orElse(Long.MIN_VALUE)")
              .in(Weather.REOPENING),
          new Mutant(
              "passes what it does not understand yet",
              INTAKE,
              "    } else if (decoded instanceof Decoded.NotYet notYet) {",
              "    } else if (decoded instanceof Decoded.NotYet notYet && notYet.version().isEmpty()) {"),
          new Mutant(
              "publishes records that were only changed",
              "decode/Decoder",
              "record.change() != ChangeType.INSERT",
              "record.change() == ChangeType.REMOVE"),
          new Mutant(
              "takes an answer without outcomes for success",
              "lane/InFlight",
              "          entries, new PublishOutcome.Retry(code, \"the request ended without an answer\"));",
              "          entries, PublishOutcome.Published.INSTANCE);"),
          new Mutant(
              "writes no receipt at the end",
              SHARD,
              "    if (stopped || idle) {\n      receipts.write();",
              "    if (stopped || idle) {"),
          new Mutant(
              "redrive writes no receipt",
              "redrive/Republished",
              "    if (events == 0 ||",
              "    if (events >= 0 ||"),
          new Mutant(
              "redrive reopens a lane that is not empty",
              REDRIVE,
              "open -> open ?",
              "open -> true ?"),
          new Mutant(
              "redrive goes on behind an event that fails",
              REDRIVE,
              "      return isOrdered() ?",
              "      return published < 0 ?"),
          new Mutant(
              "redrive takes out what it could not publish",
              REDRIVE,
              "    if (failure.isPresent()) {\n      if (firstFailure == null) {",
              "    if (failure.isPresent() && published < 0) {\n      if (firstFailure == null) {"),
          new Mutant(
              "redrive for all targets overtakes a closed lane",
              REDRIVE,
              "                closed\n",
              "                closed && published < 0\n"),
          new Mutant(
              "redrive forgets which targets it has served",
              CONTENT,
              "    left.removeIf(publication -> parked.published().contains(publication.mark()));",
              ""));

  private Mutants() {}
}
