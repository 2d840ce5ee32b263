package io.github.dynamooutbox.examples.demo;

import io.github.dynamooutbox.examples.demo.report.Screen;
import io.github.dynamooutbox.examples.demo.system.DemoTarget;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The command behind {@code ./demo}. */
@Command(
    name = "demo",
    sortOptions = false,
    description = {
      "Runs an order service, DynamoDB Local, the packaged relay and its targets on this"
          + " machine, and checks what the targets received.",
      ""
    },
    footer = {
      "",
      "The last line counts, over all targets, the errors in what was published and in the effects"
          + " at consumers.",
      "Exit code: 0 if no event was lost, out of order, never committed or still parked, and each"
          + " had its effect exactly once; 2 for invalid options; 1 otherwise."
    })
public final class Demo implements Callable<Integer> {
  /** The directory in which the build has put what the demo needs. */
  private static final String HOME = "outbox.demo.home";

  /** Set by ./demo if the output goes to a terminal. */
  private static final String TERMINAL = "outbox.demo.terminal";

  /** The packaged KCL service. */
  private static final String SERVICE = "outbox.demo.service";

  @Option(
      names = "--orders",
      paramLabel = "N",
      defaultValue = "1000",
      description = "how many orders customers place (default: ${DEFAULT-VALUE})")
  private int orders;

  @Option(
      names = "--targets",
      split = ",",
      converter = TargetNames.class,
      paramLabel = "NAME",
      defaultValue = "bus,fifo,stream",
      description =
          "where the relay publishes: bus (EventBridge), custom (its Custom Event Bus with a FIFO"
              + " subscriber), fifo (a FIFO topic of SNS), stream (Kinesis), queue (SQS), kafka (a"
              + " broker is started for it), archive (S3; a server is started for it) (default:"
              + " ${DEFAULT-VALUE})")
  private List<DemoTarget> targets = List.of();

  @Option(
      names = "--faults",
      description =
          "targets throttle, fail entries of a batch, break connections, lose answers or answer too"
              + " late; the relay is killed in the middle of its work")
  private boolean faults;

  @Option(
      names = "--poison",
      description =
          "the bus rejects some events, and the topic is down for a while; the relay parks what it"
              + " cannot publish, and redrives it once the cause is gone")
  private boolean poison;

  @Option(
      names = "--outage",
      description =
          "the topic is down while orders arrive, and then the relay is killed; what the topic"
              + " missed is parked, and redriven in order when it answers again")
  private boolean outage;

  @Option(
      names = "--keep",
      description =
          "leaves the system up on the loopback interface until Enter is pressed, and prints how to"
              + " operate it; with --poison, what the bus has rejected waits for you")
  private boolean keep;

  @Option(
      names = "--seed",
      paramLabel = "N",
      defaultValue = "1",
      description = "seeds what customers do and which faults strike (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--relay",
      paramLabel = "lambda|kcl",
      defaultValue = "lambda",
      description =
          "which relay runs: the Lambda function, or the service on the Kinesis Client Library"
              + " (default: ${DEFAULT-VALUE})")
  private RelayKind relay = RelayKind.LAMBDA;

  @Option(names = "--help", usageHelp = true, description = "shows this help")
  @SuppressWarnings("UnusedVariable") // picocli asks the option, not the field
  private boolean help;

  @Spec private CommandSpec spec = CommandSpec.create();

  private final PrintStream out;
  private final Path home = Path.of(System.getProperty(HOME, "lab/examples/target/demo"));

  private enum RelayKind {
    LAMBDA,
    KCL
  }

  private Demo(PrintStream out) {
    this.out = out;
  }

  /** Runs the demo and ends the JVM. */
  public static void main(String[] arguments) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.exit(commandLine(out).execute(arguments));
  }

  static CommandLine commandLine(PrintStream out) {
    return new CommandLine(new Demo(out)).setCaseInsensitiveEnumValuesAllowed(true);
  }

  @Override
  public Integer call() throws InterruptedException {
    if (orders < 1) {
      throw new ParameterException(spec.commandLine(), "--orders: at least 1, not " + orders);
    }
    requireTargets();
    DemoSettings settings =
        new DemoSettings(
            orders, EnumSet.copyOf(targets), faults, poison, outage, keep, seed, service(), home);
    requireBuilt(settings.functionJar());
    settings.service().ifPresent(this::requireBuilt);
    boolean terminal = Boolean.getBoolean(TERMINAL);
    Screen screen = new Screen(out, terminal, terminal && System.getenv("NO_COLOR") == null);
    // Ctrl-C ends everything at once; failures caused by that are not worth reporting.
    Runtime.getRuntime().addShutdownHook(new Thread(screen::silence, "demo-silence"));
    try {
      return new DemoRun(settings, screen).isSound() ? 0 : 1;
    } catch (RuntimeException e) {
      screen.failure(e);
      screen.line("The relay's log is " + settings.relayLog());
      return 1;
    }
  }

  /** Only services that the stub plays can be made to fail. */
  private void requireTargets() {
    if (faults && targets.stream().noneMatch(DemoTarget::canFail)) {
      throw new ParameterException(
          spec.commandLine(), "--faults needs one of the targets bus, custom, fifo and stream");
    }
    if (poison && !targets.containsAll(List.of(DemoTarget.BUS, DemoTarget.FIFO))) {
      throw new ParameterException(spec.commandLine(), "--poison needs the targets bus and fifo");
    }
    if (outage && !targets.contains(DemoTarget.FIFO)) {
      throw new ParameterException(spec.commandLine(), "--outage needs the target fifo");
    }
  }

  private Optional<Path> service() {
    return relay == RelayKind.KCL
        ? Optional.of(Path.of(System.getProperty(SERVICE, "kcl-relay-service.jar")))
        : Optional.empty();
  }

  private void requireBuilt(Path jar) {
    if (!Files.exists(jar)) {
      throw new ParameterException(
          spec.commandLine(), jar + " does not exist; start the demo with ./demo");
    }
  }

  /** Reads the names of targets on the command line. */
  private static final class TargetNames implements ITypeConverter<DemoTarget> {
    @Override
    public DemoTarget convert(String name) {
      return Arrays.stream(DemoTarget.values())
          .filter(each -> each.toString().equals(name))
          .findAny()
          .orElseThrow(
              () -> new TypeConversionException("'%s' is not one of %s".formatted(name, all())));
    }

    private static String all() {
      return Arrays.stream(DemoTarget.values())
          .map(DemoTarget::toString)
          .collect(Collectors.joining(", "));
    }
  }
}
