package io.github.dynamooutbox.cli.internal.console;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.dynamooutbox.cli.internal.command.DeciderOption;
import io.github.dynamooutbox.cli.internal.command.LeaseTableOption;
import io.github.dynamooutbox.cli.internal.command.PayloadOptions;
import io.github.dynamooutbox.cli.internal.output.Page;
import io.github.dynamooutbox.cli.internal.output.Report;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import java.net.URI;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves the console until Ctrl-C. */
@Command(
    name = "console",
    description = {
      "Serves a web page on this machine until Ctrl-C: flow and lag, what is stuck and why, the"
          + " timeline of an aggregate; redrive, reroute, discard and purge; audit and replay."
          + " Prints its URL, with a token: whoever has it can do what you can do.",
      ""
    })
public final class ConsoleCommand extends OutboxCommand {
  @Option(
      names = "--port",
      paramLabel = "N",
      description = "Port on 127.0.0.1. Default: any free port.")
  private int port;

  @Mixin private final PayloadOptions payload = new PayloadOptions();

  @Mixin private final DeciderOption by = new DeciderOption();

  @Mixin private final LeaseTableOption leases = new LeaseTableOption();

  @Override
  protected CommandExit run(Session session) {
    Overview overview =
        new Overview(
            session.config(),
            session.operator(),
            leases.name(session.config()),
            session.place().described());
    Questions questions = new Questions(session.config(), session.operator(), payload.view());
    Live live = new Live(overview::state, FlowWindow.STEP, InstantSource.system());
    try (ConsoleServer server =
        ConsoleServer.start(port, new Pages(live, questions, acts(session, by.name(), live)))) {
      session.output().item(new Served(server.url()));
      session.output().note("Serving it until Ctrl-C.");
      new CountDownLatch(1).await();
      return CommandExit.DONE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return CommandExit.INTERRUPTED;
    }
  }

  private static Acts acts(Session session, String by, Live live) {
    Plans plans = new Plans(session.config(), session.operator(), by, session.output());
    String place = session.place().described();
    return new Acts(place, plans::plan, live, InstantSource.system());
  }

  private record Served(URI url) implements Report {
    @Override
    public void print(Page page) {
      page.line(url.toString());
    }

    @Override
    public ObjectNode json() {
      return JsonNodeFactory.instance.objectNode().put("url", url.toString());
    }
  }
}
