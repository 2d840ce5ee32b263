package io.github.dynamooutbox.kcl.internal.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.internal.lease.LeaseOwners.Owned;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeaseReportTest {
  private static final Instant NOW = Instant.parse("2026-11-22T12:00:00.5Z");

  @Test
  void reportsTheLeaderAndWhichWorkerRelaysWhichShardSinceWhen() {
    assertThat(
            LeaseReport.of(
                Optional.of("one"),
                List.of(
                    owned("a", Optional.of("one"), true, false),
                    owned("b", Optional.of("two"), false, true),
                    owned("c", Optional.empty(), false, true)),
                NOW))
        .isEqualTo(
            """
            leader one
            a one since before 2026-11-22T11:59:00Z
            b two since 2026-11-22T11:59:00Z, does not renew its lease
            c nobody since 2026-11-22T11:59:00Z
            """);
  }

  @Test
  void reportsThatTheLeaderIsNotKnown() {
    assertThat(LeaseReport.of(Optional.empty(), List.of(), NOW)).isEqualTo("leader unknown\n");
  }

  private static Owned owned(
      String shard, Optional<String> worker, boolean atLeast, boolean silent) {
    return new Owned(shard, worker, Duration.ofMinutes(1), atLeast, silent);
  }
}
