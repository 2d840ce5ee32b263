package io.github.dynamooutbox.operations.audit;

import io.github.dynamooutbox.aws.control.EventMark;
import io.github.dynamooutbox.aws.control.StoredReceipt.Handled;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;

/** What a service commits in two hours: some of it late, some with ids that were used before. */
final class AuditCommits {
  private AuditCommits() {}

  /** A record and when it was committed. */
  record Commit(RecordKey key, OutboxRecord record, Instant at) {
    /** The relay overlooks it, whenever it comes to it. */
    boolean isDoomed(int index, String target) {
      return !target.equals(LaneKey.ALL_TARGETS)
          && Math.floorMod((key + target).hashCode() * 31 + index, 40) == 0;
    }

    /** What a receipt says about an event. */
    Handled handled(int index, Optional<Set<String>> routed, Set<String> accepted) {
      Instant written = record.context().writtenAt();
      OutboxEvent event = record.events().get(index);
      EventMark mark = EventMark.of(key, written.toEpochMilli(), index, event.id());
      return new Handled(mark, written, routed, accepted);
    }
  }

  /** In the order of their commits. */
  static List<Commit> of(Random random) {
    int records = 20 + random.nextInt(60);
    List<Commit> commits = new ArrayList<>();
    for (int i = 0; i < records; i++) {
      commits.add(commit(random, i));
    }
    commits.sort(Comparator.comparing(Commit::at));
    return commits;
  }

  private static Commit commit(Random random, int number) {
    AggregateKey aggregate = new AggregateKey("Order", "" + random.nextInt(8));
    Instant written = AuditWorld.START.plusMillis(random.nextInt(7_200_000));
    List<OutboxEvent> events = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      String type = List.of("Placed", "Paid", "Noise", "Odd").get(random.nextInt(4));
      events.add(
          new OutboxEvent(
              random.nextInt(4) == 0 ? "same" : "e-" + number + "-" + i,
              type,
              written,
              "text/plain",
              Optional.empty(),
              Payload.of("x"),
              Optional.empty(),
              Map.of(),
              Item.builder().build()));
    }
    CommitContext context = CommitContext.of("test", written, "eu-west-1");
    OutboxRecord record =
        new OutboxRecord(
            aggregate,
            OptionalLong.of(number),
            events,
            context,
            written.plus(Duration.ofDays(60)),
            Item.builder().build());
    boolean isLate = random.nextInt(20) == 0;
    Instant at = written.plusMillis(random.nextInt(isLate ? 600_000 : 3_000));
    return new Commit(AuditWorld.CODEC.key(aggregate, number), record, at);
  }
}
