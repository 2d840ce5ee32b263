package io.github.dynamooutbox.cli.internal.act;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.format.DurationText;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.operations.audit.AuditReport;
import io.github.dynamooutbox.operations.audit.AuditRequest;
import io.github.dynamooutbox.operations.audit.Missing;
import io.github.dynamooutbox.operations.audit.MissingFile;
import io.github.dynamooutbox.operations.audit.OutboxAudit;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs an audit, and writes what it finds to the audit's directory. */
public record AuditAct(RelayConfig config, AuditRequest request, double unitsPerSecond) {
  /** Upper bound for requests under way and for a wait that keeps to the rate. */
  public static final Duration TO_STOP = Duration.ofSeconds(30);

  /** How many of the missing are listed; all of them are in the file. */
  private static final int LISTED = 1_000;

  /**
   * What it found.
   *
   * @param listed the first of the missing and unproven
   * @param events how many there are
   */
  public record Findings(AuditReport report, List<Missing> listed, long events) {
    public Findings {
      listed = List.copyOf(listed);
    }
  }

  /** The command that continues an audit that was ended. */
  public static String goOn(Path directory) {
    return "To continue: outbox audit --resume " + directory;
  }

  /**
   * Runs it.
   *
   * @throws java.util.concurrent.CancellationException if {@code progress} has stopped it
   * @throws OperatorException if something has to be corrected, or if the range is empty
   */
  public Findings run(AuditProgress progress) {
    try (OutboxAudit audit = OutboxAudit.open(config);
        MissingFile file = MissingFile.create(request.directory(), table())) {
      List<Missing> listed = new ArrayList<>();
      long[] events = new long[1];
      AuditReport report =
          audit.run(
              request,
              unitsPerSecond,
              progress,
              missing -> {
                file.accept(missing);
                events[0]++;
                if (listed.size() < LISTED) {
                  listed.add(missing);
                }
              });
      checkNotEmpty(report);
      file.finish();
      return new Findings(report, listed, events[0]);
    }
  }

  private String table() {
    return config.table().name();
  }

  private void checkNotEmpty(AuditReport report) {
    if (report.events() == 0) {
      AuditReport.Outside outside = report.outside();
      throw new OperatorException(
          Kind.INPUT,
          "from %s to %s: the table \"%s\" has no record from this time; it has %,d from before, %,d from after, %,d of regions that this relay does not serve: choose another range%s"
              .formatted(
                  report.from(),
                  report.to(),
                  table(),
                  outside.before(),
                  outside.after(),
                  outside.otherRegions(),
                  outside.after() == 0
                      ? ""
                      : ", or audit again in a moment: what is younger than "
                          + DurationText.of(request.grace())
                          + " is left out"));
    }
  }
}
