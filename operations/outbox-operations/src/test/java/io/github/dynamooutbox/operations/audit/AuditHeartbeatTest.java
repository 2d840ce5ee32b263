package io.github.dynamooutbox.operations.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.AggregateKey;
import io.github.dynamooutbox.format.Heartbeats;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.format.OutboxEvent;
import io.github.dynamooutbox.format.OutboxRecord;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.operations.audit.AuditCommits.Commit;
import io.github.dynamooutbox.relay.Routing;
import io.github.dynamooutbox.relay.route.Rule;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stack commits a heartbeat every minute, which its table keeps for a day. */
class AuditHeartbeatTest {
  @TempDir Path temporary;

  private final AuditWorld world = new AuditWorld(7, AuditWorld.Flaw.NONE);

  @Test
  void provesAsMuchWithHeartbeatsAsWithoutThem() {
    world.runFor(Duration.ofHours(3));
    world.freeze();
    AuditReport without = audit("without");
    for (int minute = 0; minute < 60; minute++) {
      world.table.add(heartbeat(minute));
    }

    AuditReport with = audit("with");

    assertThat(with.provenFrom()).isEqualTo(without.provenFrom()).isEqualTo(with.from());
    assertThat(with.events()).isEqualTo(without.events());
    assertThat(with.dropped()).isEqualTo(without.dropped());
    assertThat(with.targets()).isEqualTo(without.targets());
    assertThat(with.outside().heartbeats()).isEqualTo(60);
    assertThat(without.outside().heartbeats()).isZero();
  }

  private static Commit heartbeat(int minute) {
    AggregateKey aggregate = new AggregateKey(Heartbeats.AGGREGATE_TYPE, "orders");
    Instant written = AuditWorld.START.plus(Duration.ofMinutes(minute));
    OutboxEvent event =
        new OutboxEvent(
            "heartbeat-" + minute,
            "Heartbeat",
            written,
            "text/plain",
            Optional.empty(),
            Payload.of("x"),
            Optional.empty(),
            Map.of(),
            Item.builder().build());
    OutboxRecord record =
        new OutboxRecord(
            aggregate,
            OptionalLong.of(minute + 1),
            List.of(event),
            CommitContext.of("test", written, "eu-west-1"),
            // Less than the audited range is old.
            written.plus(Duration.ofMinutes(30)),
            Item.builder().build());
    return new Commit(AuditWorld.CODEC.key(aggregate, minute + 1), record, written);
  }

  private AuditReport audit(String directory) {
    AuditRequest request =
        new AuditRequest(
            AuditWorld.START,
            world.instant(),
            Duration.ZERO,
            Duration.ZERO,
            Optional.of(world.instant()),
            Duration.ofDays(7),
            4,
            temporary.resolve(directory));
    Audit.Subject subject =
        new Audit.Subject(
            "orders",
            AuditWorld.CODEC,
            new Routing(List.of(Rule.all("bus", "new"))),
            List.of("bus", "new"),
            Set.of(),
            2,
            OutboxAudit.BYTES_AT_ONCE);
    return new Audit(
            world.sources(),
            subject,
            request,
            world,
            pause -> {},
            new AuditProgress() {
              @Override
              public void at(String step, long done, long about) {
                assertThat(done).isNotNegative();
              }

              @Override
              public boolean isStopWanted() {
                return false;
              }
            })
        .run(Runnable::run, new ArrayList<Missing>()::add);
  }
}
