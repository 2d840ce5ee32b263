package io.github.dynamooutbox.relay.simulation;

import java.util.List;

/** Deliberate bugs in the relay, each of a kind that could be made in earnest. */
final class Mutants {
  private static final String DISPATCH = "internal/shard/Dispatch";
  private static final String BEFORE = "internal/shard/FinishedBefore";
  private static final String SHARD = "internal/shard/StreamShardRelay";
  private static final String AHEAD = "internal/shard/AheadList";
  private static final String INTAKE = "internal/shard/Intake";
  private static final String SEQUENCE = "internal/shard/Intake";
  private static final String LANES = "internal/lane/TargetLanes";
  private static final String QUEUES = "internal/lane/LaneQueues";
  private static final String READY = "internal/lane/ReadyQueue";
  private static final String HOLDS = "internal/lane/AggregateHolds";
  private static final String PARKING = "internal/lane/Parking";
  private static final String REQUESTS = "internal/lane/Requests";
  private static final String BOOKS = "internal/lane/Books";
  private static final String RECEIPTS = "internal/lane/Receipts";
  private static final String APPEND = "internal/queue/Append";
  private static final String CIRCUIT = "internal/circuit/Circuit";
  private static final String PROGRESS = "internal/progress/Progress";

  static final List<Mutant> ALL =
      List.of(
          new Mutant(
              "ignores the failure of a batch's last entry",
              REQUESTS,
              "      PublishOutcome outcome = outcomes.get(i);",
              """
                    PublishOutcome outcome =
                        i > 0 && i == batch.size() - 1 ? PublishOutcome.Published.INSTANCE : outcomes.get(i);
              """),
          new Mutant(
              "takes a refused request for published",
              REQUESTS,
              "      ready.addHalvesOf(again);",
              """
                      for (Ready<E> each : again) {
                        published(
                            each.delivery(),
                            io.github.dynamooutbox.relay.publish.PublishOutcome.Published.INSTANCE);
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
              "    return lane.deliveries.size() == 1;",
              "    return lane.deliveries.size() <= 2;"),
          new Mutant(
              "reports the position after the first unfinished",
              PROGRESS,
              "Optional.ofNullable(unfinished.peekFirst()).map(",
              "unfinished.stream().skip(1).findFirst().map("),
          new Mutant(
              "lets progress pass before a park is durable",
              LANES,
              "    context.appends().add(queue, hold, events, new Shelved(deliveries, events));",
              """
                  Appends.Lane nobody =
                      new Appends.Lane() {
                        @Override
                        public void parked(int parked) {}

                        @Override
                        public void released() {}

                        @Override
                        public void unparkable(UnparkableException why) {}
                      };
                  context.appends().add(queue, hold, events, nobody);
                  new Shelved(deliveries, events).parked(events.size());
              """),
          new Mutant(
              "parks only the rejected event, and the lane goes on",
              PARKING,
              "    markHeld(queue);",
              ""),
          new Mutant(
              "takes no notice of the lanes that are closed",
              PARKING,
              "          view.closedLanes().forEach(lane -> markHeld(new QueueName.Lane(lane)));",
              ""),
          new Mutant(
              "forgets closed lanes with each batch",
              PARKING,
              "          view.held().forEach(this::markHeld);",
              "          held.clear();"),
          new Mutant(
                  "takes what a released queue did not take for parked",
                  APPEND,
                  "      done.complete(Appended.RELEASED);",
                  "      done.complete(Appended.PARKED);")
              .from(95),
          new Mutant(
                  "takes what it stored for parked, though the queue was released meanwhile",
                  APPEND,
                  "        () -> hold(number, () -> confirm(number)),",
                  "        () -> done.complete(Appended.PARKED),")
              .from(368),
          new Mutant(
              "closes the lane of an event without order",
              LANES,
              "QueueName.Single.of(first.lane())",
              "new QueueName.Lane(first.lane())"),
          new Mutant(
              "appends behind an event that is still under way",
              LANES,
              "    } else if (lanes.add(delivery)) {",
              "    } else if (lanes.add(delivery)\n"
                  + "        || context.parking().queueOf(delivery.lane()).isPresent()) {"),
          new Mutant(
              "parks whatever fails once, by itself",
              "internal/lane/Shedding",
              "        .filter(after -> isNearTrim(delivery) || isAlone(failing, now, after))",
              "        .filter(after -> delivery.failure().isPresent() || isAlone(failing, now, after))"),
          new Mutant(
                  "waits for a target that takes too little until the stream trims the record",
                  REQUESTS,
                  "    shedding.shedNearTrim();",
                  "")
              .in(Weather.LATE),
          new Mutant(
                  "watches anew whether a shard is late with each run",
                  "internal/circuit/Lateness",
                  "    if (created.isEmpty() || !restored) {",
                  "    if (created.isEmpty()) {")
              .in(Weather.LATE),
          new Mutant(
              "takes a target for down after one failure",
              CIRCUIT,
              "        state = State.FAILING;",
              "        state = State.OPEN;"),
          new Mutant(
                  "never closes an open circuit",
                  CIRCUIT,
                  "    state = state == State.OPEN ? State.HALF_OPEN : State.CLOSED;",
                  "    state = state == State.OPEN ? State.OPEN : State.CLOSED;")
              .from(1020),
          new Mutant(
              "publishes a batch before it knows which lanes are closed",
              SHARD,
              "    if (first == null || !first.isPrepared) {",
              "    if (first == null) {"),
          new Mutant(
              "parks what stands behind in lanes without order",
              LANES,
              "      rejections.add(delivery);\n      requests.add(delivery);",
              "      rejections.add(delivery);\n      takeTurn(delivery);"),
          new Mutant(
              "drops retries when it halts",
              LANES,
              "    requests.remove(this::isStopped).forEach(this::drop);",
              """
                  requests.remove(each -> isStopped(each) || each.failure().isPresent()).stream()
                      .filter(this::isStopped)
                      .forEach(this::drop);
              """),
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
                  "remembers only what is still ahead when the last receipt is written",
                  SHARD,
                  "ahead.addNews(rest, ",
                  "ahead.addNews(progress.rest(), ")
              .from(368),
          new Mutant(
              "drops what no rule takes",
              DISPATCH,
              "      case UNROUTABLE -> unroutable(envelope, slot, aggregate);",
              "      case UNROUTABLE -> books.dropped(envelope, slot);"),
          new Mutant(
              "goes on in a record behind the event at which it halts",
              DISPATCH,
              "    if (halt.stops(envelope.position())) {",
              "    if (halt.stops(envelope.position()) && envelope.index() < 0) {"),
          new Mutant(
                  "keeps the room of what a halt dropped",
                  DISPATCH,
                  "next.record == null || halt.isHalted() || books.hasRoom()",
                  "next.record == null || books.hasRoom()")
              .from(212),
          new Mutant(
                  "does not notice that rendering has halted it",
                  DISPATCH,
                  "while (!pending.isEmpty() && admitsNext());",
                  "while (false);")
              .from(555),
          new Mutant(
                  "puts poison behind its successors when a lane is reopened",
                  DISPATCH,
                  "    if (!isPoison && holds.holds(aggregate)) {",
                  "    if (holds.holds(aggregate)) {")
              .from(6080)
              .in(Weather.REOPENING),
          new Mutant(
              "lets events pass poison of their aggregate",
              DISPATCH,
              "    if (!isPoison && holds.holds(aggregate)) {",
              "    if (!isPoison && parking.isClosed(AggregateHolds.lane(aggregate))) {"),
          new Mutant(
                  "parks poison before what stands before it is finished",
                  HOLDS,
                  "        if (books.isDrained(aggregate)) {",
                  "        if (books.isDrained(aggregate) || head.isPoison()) {")
              .from(100),
          new Mutant(
              "sorts all but the first record of an aggregate",
              SEQUENCE,
              "    for (int i = 0; i < batch.size(); i++) {",
              "    for (int i = 1; i < batch.size(); i++) {"),
          new Mutant(
                  "sorts what cannot be read before everything else",
                  "internal/lane/SequenceSort",
                  "known.orElse(highest)",
                  "known.orElse(Long.MIN_VALUE)")
              .in(Weather.REOPENING),
          new Mutant(
              "passes what it does not understand yet",
              INTAKE,
              "    public void notYet(Decoded.NotYet notYet) {",
              """
                  public void notYet(Decoded.NotYet notYet) {
                    if (!notYet.version().isEmpty()) {
                      slot.admitted();
                      return;
                    }
              """),
          new Mutant(
              "publishes records that were only changed",
              "internal/decode/Decoder",
              "record.change() != ChangeType.INSERT",
              "record.change() == ChangeType.REMOVE"),
          new Mutant(
              "takes an answer without outcomes for success",
              REQUESTS,
              "why -> unanswered(batch, now, why));",
              """
                      why ->
                          settle(
                              batch,
                              now,
                              BatchOutcome.all(batch.size(), PublishOutcome.Published.INSTANCE)));
              """),
          new Mutant(
              "passes an event before its receipt is durable",
              BOOKS,
              "    receipts.published(delivery, deduplicated, () -> finished(delivery));",
              """
                  finished(delivery);
                  receipts.published(delivery, deduplicated, () -> {});
              """),
          new Mutant(
              "goes on without a receipt that could not be written",
              RECEIPTS,
              "      collected.addAll(0, notes);",
              """
                    notes.forEach(note -> note.durable().run());
                    ended(notes);
              """));

  private Mutants() {}
}
