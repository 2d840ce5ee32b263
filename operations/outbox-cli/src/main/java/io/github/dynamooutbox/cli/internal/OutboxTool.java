package io.github.dynamooutbox.cli.internal;

import io.github.dynamooutbox.cli.internal.command.AuditCommand;
import io.github.dynamooutbox.cli.internal.command.DecisionsCommand;
import io.github.dynamooutbox.cli.internal.command.DiscardCommand;
import io.github.dynamooutbox.cli.internal.command.DoctorCommand;
import io.github.dynamooutbox.cli.internal.command.FailuresCommand;
import io.github.dynamooutbox.cli.internal.command.ListCommand;
import io.github.dynamooutbox.cli.internal.command.ParkedCommand;
import io.github.dynamooutbox.cli.internal.command.PurgeCommand;
import io.github.dynamooutbox.cli.internal.command.RedriveCommand;
import io.github.dynamooutbox.cli.internal.command.ReplayCommand;
import io.github.dynamooutbox.cli.internal.command.RerouteCommand;
import io.github.dynamooutbox.cli.internal.command.ResendCommand;
import io.github.dynamooutbox.cli.internal.command.ShowCommand;
import io.github.dynamooutbox.cli.internal.command.StatusCommand;
import io.github.dynamooutbox.cli.internal.command.TailCommand;
import io.github.dynamooutbox.cli.internal.console.ConsoleCommand;
import io.github.dynamooutbox.cli.internal.dev.DevCommand;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.GlobalOptions;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** The tool, and the list of its commands. */
@Command(
    name = "outbox",
    description = {"Shows and fixes what is stuck between a DynamoDB outbox and its targets.", ""},
    synopsisSubcommandLabel = "COMMAND",
    sortOptions = false,
    usageHelpAutoWidth = true,
    versionProvider = OutboxTool.Version.class)
public final class OutboxTool implements OutboxCommand.Root {
  /** Set by the launcher: whether standard output is a terminal. */
  private static final String TERMINAL = "outbox.cli.terminal";

  private static final List<Class<?>> COMMANDS =
      List.of(
          StatusCommand.class,
          DoctorCommand.class,
          ParkedCommand.class,
          ListCommand.class,
          TailCommand.class,
          ShowCommand.class,
          DecisionsCommand.class,
          RedriveCommand.class,
          RerouteCommand.class,
          DiscardCommand.class,
          AuditCommand.class,
          ReplayCommand.class,
          FailuresCommand.class,
          ResendCommand.class,
          PurgeCommand.class,
          ConsoleCommand.class,
          DevCommand.class,
          GenerateCompletion.class);

  @Mixin private final GlobalOptions options = new GlobalOptions();

  @Option(names = "--help", usageHelp = true, description = "Shows this help.")
  @SuppressWarnings("UnusedVariable") // picocli asks the option, not the field
  private boolean help;

  @Option(names = "--version", versionHelp = true, description = "Shows the version.")
  @SuppressWarnings("UnusedVariable") // as above
  private boolean version;

  private final Map<String, String> environment;

  private OutboxTool(Map<String, String> environment) {
    this.environment = Map.copyOf(environment);
  }

  /**
   * The tool, ready to run. If the arguments begin with a command it has only that one: to build
   * all of them takes a third of a second.
   *
   * @param environment usually {@link System#getenv()}
   */
  public static CommandLine commandLine(Map<String, String> environment, String... arguments) {
    boolean colour = Boolean.getBoolean(TERMINAL) && !environment.containsKey("NO_COLOR");
    CommandLine tool = new CommandLine(new OutboxTool(environment));
    commands(arguments).forEach(tool::addSubcommand);
    CommandLine command =
        tool.setCaseInsensitiveEnumValuesAllowed(true)
            .setExpandAtFiles(false)
            .setAllowOptionsAsOptionParameters(true)
            .setExecutionStrategy(OutboxTool::execute)
            .setColorScheme(CommandLine.Help.defaultColorScheme(colour ? Ansi.ON : Ansi.OFF))
            .setExecutionExceptionHandler(new FailureReport())
            .setParameterExceptionHandler(OutboxTool::refuse);
    command
        .getCommandSpec()
        .usageMessage()
        .exitCodeListHeading("%nExit codes:%n")
        .exitCodeList(exitCodes());
    return command;
  }

  private static List<Class<?>> commands(String... arguments) {
    List<Class<?>> first =
        COMMANDS.stream()
            .filter(command -> arguments.length > 0 && name(command).equals(arguments[0]))
            // It is about all of them.
            .filter(command -> command != GenerateCompletion.class)
            .toList();
    return first.isEmpty() ? COMMANDS : first;
  }

  private static String name(Class<?> command) {
    return Objects.requireNonNull(command.getAnnotation(Command.class)).name();
  }

  /** Says what is wrong in a line or two: the whole help would hide it. */
  private static int refuse(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    command.getErr().println(command.getColorScheme().errorText(failure.getMessage()));
    UnmatchedArgumentException.printSuggestions(failure, command.getErr());
    command.getErr().printf("Help: %s --help%n", command.getCommandSpec().qualifiedName());
    return CommandExit.INPUT.number();
  }

  /**
   * A value may look like an option, as in {@code --event=--yes}, but only behind an equals sign:
   * where somebody has left a value out, the option that follows is not the value.
   */
  private static int execute(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    Map<String, OptionSpec> known = last.commandSpec().optionsMap();
    List<String> arguments = parsed.originalArgs();
    for (int i = 0; i + 1 < arguments.size(); i++) {
      OptionSpec option = known.get(arguments.get(i));
      if (option != null && option.arity().min() > 0) {
        i++;
        if (known.containsKey(arguments.get(i))) {
          throw new ParameterException(
              last.commandSpec().commandLine(),
              "Expected a value for %s but found %s; if that is the value: %s=%s"
                  .formatted(
                      option.longestName(),
                      arguments.get(i),
                      option.longestName(),
                      arguments.get(i)));
        }
      }
    }
    return new CommandLine.RunLast().execute(parsed);
  }

  private static Map<String, String> exitCodes() {
    Map<String, String> codes = new LinkedHashMap<>();
    for (CommandExit code : CommandExit.values()) {
      codes.put(Integer.toString(code.number()), code.meaning());
    }
    return codes;
  }

  @Override
  public GlobalOptions options() {
    return options;
  }

  @Override
  public Map<String, String> environment() {
    return environment;
  }

  /** The version that the jar's manifest names. */
  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      String version = OutboxTool.class.getPackage().getImplementationVersion();
      return new String[] {"outbox " + (version == null ? "unpackaged" : version)};
    }
  }
}
