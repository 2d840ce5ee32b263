package io.github.dynamooutbox.aws.audit;

import io.github.dynamooutbox.aws.audit.AuditWorld.Commit;
import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** What a service commits in two hours: some of it late, some with ids that were used before. */
final class AuditCommits {
  private AuditCommits() {}

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
    CommitContext context =
        new CommitContext(
            "test",
            written,
            "eu-west-1",
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
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
