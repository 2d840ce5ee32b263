package io.github.dynamooutbox.cli.internal.command;

import io.github.dynamooutbox.cli.internal.act.AuditAct;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.session.Interruption;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.operations.audit.AuditRequest;
import io.github.dynamooutbox.operations.operate.OperatorException;
import java.nio.file.Path;

/** Runs an audit for a command: with its progress, until Ctrl-C. */
record AuditRun(Session session, AuditRequest request, double unitsPerSecond) {
  /**
   * Runs it.
   *
   * @throws java.util.concurrent.CancellationException at Ctrl-C
   * @throws OperatorException if something has to be corrected, or if the range is empty
   */
  AuditAct.Findings run() {
    session.place();
    Path directory = request.directory();
    Output output = session.output();
    try (Interruption interruption =
            new Interruption(output, AuditAct.TO_STOP, AuditAct.goOn(directory));
        StepLine progress = new StepLine(output, interruption)) {
      return new AuditAct(session.config(), request, unitsPerSecond).run(progress);
    } catch (OperatorException e) {
      if (e.kind() != OperatorException.Kind.BUSY && AuditRequest.isInterrupted(directory)) {
        output.note(AuditAct.goOn(directory));
      }
      throw e;
    }
  }
}
