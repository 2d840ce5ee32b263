package io.github.dynamooutbox.kcl;

import io.github.dynamooutbox.aws.ConfigException;
import io.github.dynamooutbox.aws.RelayConfig;
import io.github.dynamooutbox.kcl.internal.Check;
import io.github.dynamooutbox.kcl.internal.Foreground;
import io.github.dynamooutbox.kcl.internal.RelayOptions;
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

/** The relay from the command line. */
@Command(
    name = "kcl-relay-service",
    description =
        "Publishes the outbox records of a DynamoDB table, as a service that keeps running.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    sortOptions = false,
    usageHelpAutoWidth = true,
    footer = {
      "",
      "Each option can also be set by the environment variable that it names.",
      "Region, credentials and endpoints come from the environment as for every AWS SDK.",
      "",
      "Exit codes: 0 stopped in order, 1 cannot start or go on, 2 wrong options or configuration,",
      "3 something to mend (--check)."
    })
public final class Main implements Callable<Integer> {
  @Mixin private final RelayOptions options = new RelayOptions();

  @Option(
      names = "--check",
      description =
          "Looks whether the relay could work here, says what is wrong and how to mend it, and ends"
              + " with 3 if anything is. Changes nothing.")
  private boolean check;

  @Spec private @Nullable CommandSpec spec;

  private final Map<String, String> environment;

  Main(Map<String, String> environment) {
    this.environment = environment;
  }

  /** Runs the relay until it is told to stop by SIGTERM. */
  public static void main(String[] arguments) {
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
      return failure instanceof ConfigException ? 2 : 1;
    }
    throw failure;
  }

  /** As the jar's manifest says. */
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
      return check(options.config(environment));
    }
    Foreground foreground = Foreground.listening();
    RelayConfig config = options.config(environment);
    return foreground.run(config, options.settings(config));
  }

  private int check(RelayConfig config) {
    PrintWriter out = Objects.requireNonNull(spec, "set by picocli").commandLine().getOut();
    List<String> problems = Check.problems(config, options.settings(config).tables());
    problems.forEach(out::println);
    config.warnings().forEach(out::println);
    out.println(problems.isEmpty() ? "nothing is wrong" : problems.size() + " to mend");
    return problems.isEmpty() ? 0 : 3;
  }
}
