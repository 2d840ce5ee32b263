package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.session.Interruption;
import io.github.dynamooutbox.cli.internal.session.Session;
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

/** Runs an audit for a command, and writes what it finds to the audit's directory. */
record AuditRun(Session session, AuditRequest request, double unitsPerSecond) {
  /** Upper bound for requests under way and for a wait that keeps to the rate. */
  private static final Duration TO_STOP = Duration.ofSeconds(30);

  /** How many of the missing are listed; all of them are in the file. */
  static final int LISTED = 1_000;

  /**
   * What it found.
   *
   * @param listed the first of the missing and unproven
   * @param events how many there are
   */
  record Findings(AuditReport report, List<Missing> listed, long events) {}

  /**
   * Runs it.
   *
   * @throws java.util.concurrent.CancellationException at Ctrl-C
   * @throws OperatorException if something has to be corrected, or if the range is empty
   */
  Findings run() {
    session.place();
    Path directory = request.directory();
    Output output = session.output();
    try (Interruption interruption = new Interruption(output, TO_STOP, goOn(directory));
        StepLine progress = new StepLine(output, interruption);
        OutboxAudit audit = OutboxAudit.open(session.config());
        MissingFile file = MissingFile.create(directory, table())) {
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
    } catch (OperatorException e) {
      if (e.kind() != OperatorException.Kind.BUSY && AuditRequest.isInterrupted(directory)) {
        output.note(goOn(directory));
      }
      throw e;
    }
  }

  private String table() {
    return session.config().table().name();
  }

  private static String goOn(Path directory) {
    return "To continue: outbox audit --resume " + directory;
  }

  private void checkNotEmpty(AuditReport report) {
    if (report.events() == 0) {
      AuditReport.Outside outside = report.outside();
      throw new OperatorException(
          Kind.INPUT,
          "from %s to %s: the table \"%s\" has no record from this time; it has %,d from before, %,d from after, %,d of regions that this relay does not serve: choose another range"
              .formatted(
                  report.from(),
                  report.to(),
                  table(),
                  outside.before(),
                  outside.after(),
                  outside.otherRegions()));
    }
  }
}
