package io.github.dynamooutbox.cli.internal.session;

import io.github.dynamooutbox.cli.internal.output.Output;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/**
 * A command. A new one is a class that extends this and an entry in the list of {@code OutboxTool};
 * options, configuration, clients, output and errors are ready.
 */
@Command(sortOptions = false, usageHelpAutoWidth = true)
public abstract class OutboxCommand implements Callable<Integer> {
  /** What all commands share. */
  public interface Root {
    GlobalOptions options();

    /** Usually {@link System#getenv()}. */
    Map<String, String> environment();
  }

  @ParentCommand private @Nullable Root root;

  @Spec private @Nullable CommandSpec spec;

  @Option(names = "--help", usageHelp = true, description = "Shows this help.")
  @SuppressWarnings("UnusedVariable") // picocli asks the option, not the field
  private boolean help;

  /**
   * Does the work.
   *
   * @throws io.github.dynamooutbox.operations.operate.OperatorException if something has to be
   *     corrected
   * @throws io.github.dynamooutbox.aws.config.ConfigException if the configuration has errors
   */
  protected abstract CommandExit run(Session session);

  @Override
  public final Integer call() {
    Root shared = Objects.requireNonNull(root, "set by picocli");
    CommandSpec own = Objects.requireNonNull(spec, "set by picocli");
    GlobalOptions options = shared.options();
    Output output = Output.of(own.commandLine(), options.json());
    Output.Waiting waiting = output.startWaiting();
    try (Session session = new Session(options.config(shared.environment()), output)) {
      return run(session).number();
    } finally {
      waiting.close();
    }
  }
}
