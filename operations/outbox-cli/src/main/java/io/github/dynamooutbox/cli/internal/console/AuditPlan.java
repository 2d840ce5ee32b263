package io.github.dynamooutbox.cli.internal.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.cli.internal.act.AuditAct;
import io.github.dynamooutbox.cli.internal.command.AuditSummary;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.Interruption;
import io.github.dynamooutbox.operations.audit.AuditProgress;
import io.github.dynamooutbox.operations.audit.AuditRequest;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import java.util.concurrent.CancellationException;

/** An audit, whose state is where the command would keep it. */
record AuditPlan(RelayConfig config, AuditRequest request, Output output) implements Plan {
  @Override
  public ObjectNode shown() {
    ObjectNode shown = JsonNodeFactory.instance.objectNode();
    shown.put("question", "Account for what was written from %s on?".formatted(request.from()));
    return shown.put("directory", request.directory().toString());
  }

  @Override
  public ObjectNode act(JsonNode decision, AuditProgress progress) {
    ObjectNode ended = JsonNodeFactory.instance.objectNode();
    String goOn = AuditAct.goOn(request.directory());
    try (Interruption interruption = new Interruption(output, AuditAct.TO_STOP, goOn)) {
      AuditAct.Findings found =
          new AuditAct(config, request, 0).run(interruption.stopping(progress));
      CommandExit exit = found.report().isProof() ? CommandExit.DONE : CommandExit.FOUND;
      ended.put("exit", exit.name());
      String prefix = config.table().schema().prefix();
      ended.set("report", new AuditSummary(found, request.directory(), prefix).json());
    } catch (CancellationException e) {
      ended.put("exit", CommandExit.INTERRUPTED.name());
      ended.putObject("report").put("next", goOn);
    } catch (OperatorException e) {
      if (e.kind() == Kind.BUSY || !AuditRequest.isInterrupted(request.directory())) {
        throw e;
      }
      throw new OperatorException(e.kind(), "%s. %s".formatted(e.getMessage(), goOn), e);
    }
    return ended;
  }
}
