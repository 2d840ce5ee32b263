package io.github.dynamooutbox.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.kcl.internal.lease.LeaseOwners;
import io.github.dynamooutbox.kcl.internal.lease.StreamWatch;
import io.github.dynamooutbox.kcl.settings.WorkerSettings;
import io.github.dynamooutbox.operations.audit.AuditRequest;
import io.github.dynamooutbox.relay.park.BlockedAfter;
import io.github.dynamooutbox.writer.CommitRetry;
import io.github.dynamooutbox.writer.internal.commit.Deadline;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The limits and times that the guides give are those of the code. */
class DocumentedLimitsTest {
  private static final int KB = 1024;

  @Test
  void sizesAreThoseOfTheFormat() {
    assertStands(
        "writer",
        "| events of one aggregate in one transaction | %d KB |",
        inKb(FormatLimits.MAX_RECORD_BYTES));
    assertStands(
        "writer",
        "| partition key, sort key | 1 to %d bytes, 1 to %d bytes |",
        FormatLimits.MAX_PARTITION_KEY_BYTES,
        FormatLimits.MAX_SORT_KEY_BYTES);
    assertStands(
        "writer", "(`commandResult`, at most %d KB)", inKb(FormatLimits.MAX_COMMAND_RESULT_BYTES));
    assertStands(
        "writer",
        "A payload over %d MiB is not compressed",
        inKb(FormatLimits.MAX_COMPRESSED_PAYLOAD_BYTES) / KB);
    assertStands("architecture", "at most %d KB, so", inKb(FormatLimits.MAX_RECORD_BYTES));
    assertStands("../README", "%d KB a record", inKb(FormatLimits.MAX_RECORD_BYTES));
  }

  @Test
  void timesAreThoseOfTheFormat() {
    assertStands(
        "writer", "| retention | at least %d hours |", FormatLimits.MIN_RETENTION.toHours());
    assertStands(
        "writer",
        "for the `retention`, %d days by default",
        FormatLimits.DEFAULT_RETENTION.toDays());
    assertStands("operations", "TTL (%d days by default)", FormatLimits.DEFAULT_RETENTION.toDays());
    assertStands("cli", "(`--record-retention`, %d days)", FormatLimits.DEFAULT_RETENTION.toDays());
  }

  @Test
  void limitsOfJsonAreThoseOfTheFormat() {
    assertStands(
        "writer",
        "%d levels, numbers of %,d characters, names of %,d",
        FormatLimits.MAX_JSON_DEPTH,
        FormatLimits.MAX_JSON_NUMBER_LENGTH,
        FormatLimits.MAX_JSON_NAME_LENGTH);
  }

  @Test
  void timesOfCommitsAreThoseOfTheWriter() {
    CommitRetry retry = CommitRetry.defaults();
    assertStands(
        "writer",
        "by default %d attempts with full jitter (up to %d ms, %d ms, ... %d s)",
        retry.attempts(),
        retry.firstPause().toMillis(),
        2 * retry.firstPause().toMillis(),
        retry.longestPause().toSeconds());
    assertStands(
        "writer", "ends within %d seconds by default", Deadline.DEFAULT_TIMEOUT.toSeconds());
    assertStands("writer", "at most %d minutes, because", Deadline.MAX_TIMEOUT.toMinutes());
  }

  @Test
  void timesOfTheRunbookAreThoseOfRelayAndTools() {
    assertStands(
        "operations",
        "`relay.targetDownAfterSeconds` (%d min)",
        BlockedAfter.DEFAULT.targetDown().toMinutes());
    assertStands("operations", "parked at an age of %d hours", BlockedAfter.BACKSTOP.toHours());
    assertStands("cli", "`--settle` (%d s)", AuditRequest.DEFAULT_SETTLE.toSeconds());
    assertStands(
        "operations", "%d s before the audit began", AuditRequest.DEFAULT_GRACE.toSeconds());
  }

  @Test
  void timesOfTheKclRelayAreThoseOfItsSettings() {
    assertStands("kcl", "| 1000 ms | %d ms, twice", WorkerSettings.DEFAULT_IDLE.toMillis());
    assertStands("kcl", "| 10 s | %d s |", WorkerSettings.DEFAULT_FAILOVER.toSeconds());
    assertStands("kcl", "and for the leader | - | %d s |", LeaseOwners.EVERY.toSeconds());
    assertStands("kcl", "15 s; %d s |", StreamWatch.EVERY.toSeconds());
  }

  private static int inKb(int bytes) {
    return bytes / KB;
  }

  private static void assertStands(String guide, String text, Object... numbers) {
    assertThat(Repository.read("docs/" + guide + ".md"))
        .contains(String.format(Locale.ROOT, text, numbers));
  }
}
