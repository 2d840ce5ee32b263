package io.github.dynamooutbox.operations.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.operations.audit.AuditReport.Counts;
import io.github.dynamooutbox.operations.audit.AuditReport.Outside;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AuditReportTest {
  private static final Instant FROM = Instant.parse("2026-11-21T10:00:00Z");

  @Test
  void addsUpWhatIsMissingOrUnprovenForAnyTarget() {
    AuditReport report =
        report(FROM, new Counts(1, 2, 4, 8, 16, 32), new Counts(100, 200, 400, 800, 1_600, 3_200));

    assertThat(report.missing()).isEqualTo(1_616);
    assertThat(report.unproven()).isEqualTo(3_232);
  }

  @Test
  void isAProofOnlyOfTheWholeRangeAndOnlyWhereNothingIsOpen() {
    assertThat(report(FROM, fine()).isProof()).isTrue();
    assertThat(report(FROM.minusSeconds(1), fine()).isProof()).isTrue();
    assertThat(report(FROM.plusSeconds(1), fine()).isProof()).as("TTL deleted some").isFalse();
    assertThat(report(FROM, fine(), new Counts(5, 1, 1, 1, 1, 0)).isProof()).isFalse();
    assertThat(report(FROM, fine(), new Counts(5, 1, 1, 1, 0, 1)).isProof()).isFalse();
  }

  private static Counts fine() {
    return new Counts(3, 1, 1, 1, 0, 0);
  }

  private static AuditReport report(Instant provenFrom, Counts... targets) {
    Map<String, Counts> byName =
        targets.length == 1
            ? Map.of("bus", targets[0])
            : Map.of("bus", targets[0], "feed", targets[1]);
    return new AuditReport(
        FROM,
        FROM.plusSeconds(3_600),
        9,
        0,
        byName,
        0,
        new Outside(0, 0, 0, 0),
        FROM.plusSeconds(3_600),
        provenFrom,
        List.of());
  }
}
