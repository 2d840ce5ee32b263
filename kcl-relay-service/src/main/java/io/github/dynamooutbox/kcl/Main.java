package io.github.dynamooutbox.kcl;

import io.github.dynamooutbox.aws.config.ConfigException;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.kcl.internal.Check;
import io.github.dynamooutbox.kcl.internal.LineOutput;
import io.github.dynamooutbox.kcl.internal.RelayOptions;
import io.github.dynamooutbox.kcl.internal.lease.ReaderThreads;
import io.github.dynamooutbox.kcl.settings.ExitCode;
import io.github.dynamooutbox.kcl.settings.ServiceException;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command line of the relay. */
@Command(
    name = "kcl-relay-service",
    description = "Publishes the outbox records of a DynamoDB table, as a long-running service.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    footer = {
      "",
      "Each option can also be set by the environment variable named with it.",
      "Region, credentials and endpoints come from the environment as for every AWS SDK.",
      "",
      "Exit codes: 0 orderly shutdown, 1 cannot start or continue, 2 invalid options or"
          + " configuration,",
      "3 something to fix (--check), 4 cannot read the stream, 5 stopped before everything was",
      "handed over, 6 the table has a new stream: restart, 7 may not use the workers' tables."
    })
public final class Main implements Callable<Integer> {
  @Mixin private final RelayOptions options = new RelayOptions();

  @Option(
      names = "--check",
      description =
          "Checks whether the relay could work here, reports problems and remedies, and exits with"
              + " 3 if there are any. Changes nothing.")
  private boolean check;

  @Spec private @Nullable CommandSpec spec;

  private final Map<String, String> environment;

  Main(Map<String, String> environment) {
    this.environment = environment;
  }

  /** Runs the relay until SIGTERM. */
  public static void main(String[] arguments) {
    ReaderThreads.prepare();
    LineOutput.install();
    System.exit(run(arguments, System.getenv()));
  }

  static int run(String[] arguments, Map<String, String> environment) {
    return new CommandLine(new Main(environment))
        .setCaseInsensitiveEnumValuesAllowed(true)
        .setExecutionExceptionHandler(Main::report)
        .execute(arguments);
  }

  private static int report(
      Exception failure, CommandLine command, CommandLine.@Nullable ParseResult result)
      throws Exception {
    if (failure instanceof ConfigException || failure instanceof ServiceException) {
      command.getErr().println(failure.getMessage());
      return failure instanceof ServiceException service ? service.exitCode() : ExitCode.USAGE;
    }
    throw failure;
  }

  /** The version in the jar's manifest. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = Main.class.getPackage().getImplementationVersion();
      return new String[] {version == null ? "unpackaged" : version};
    }
  }

  @Override
  public Integer call() {
    options.prepareLogging();
    if (check) {
      return check();
    }
    Foreground foreground = Foreground.listening();
    RelayConfig config = options.config(environment, Foreground::waits);
    return foreground.run(config, options.settings(config));
  }

  private int check() {
    PrintWriter out = Objects.requireNonNull(spec, "set by picocli").commandLine().getOut();
    RelayConfig config = options.config(environment, out::println);
    List<String> problems = Check.problems(config, options.settings(config).tables(), out::println);
    problems.forEach(out::println);
    config.warnings().forEach(out::println);
    out.println(problems.isEmpty() ? "no problems found" : problems.size() + " to fix");
    return problems.isEmpty() ? ExitCode.OK : ExitCode.CHECK;
  }
}
