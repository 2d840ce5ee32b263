package io.github.dynamooutbox.cli.internal.dev;

import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.aws.follow.StreamHost;
import io.github.dynamooutbox.aws.host.ConfiguredRelay;
import io.github.dynamooutbox.cli.internal.output.Output;
import io.github.dynamooutbox.cli.internal.session.CommandExit;
import io.github.dynamooutbox.cli.internal.session.OutboxCommand;
import io.github.dynamooutbox.cli.internal.session.Session;
import io.github.dynamooutbox.operations.operate.OperatorException;
import io.github.dynamooutbox.operations.operate.OperatorException.Kind;
import io.github.dynamooutbox.relay.observe.RelayEvent;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Relays between the services on a developer's machine. */
@Command(
    name = "dev",
    description = {
      "Relays from DynamoDB Local to local queues, topics and buses, for the services on a"
          + " developer's machine, until Ctrl-C. Refuses what is not on this machine. It keeps no"
          + " position: after a restart it publishes again what the stream still has. Not for"
          + " production.",
      ""
    })
public final class DevCommand extends OutboxCommand {
  private static final long LOOK_MILLIS = 100;

  @Option(
      names = "--from-now",
      description =
          "Relays what is committed from now on. Default: everything that the stream still has.")
  private boolean fromNow;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Ends when this many records are finished.")
  private Optional<Long> limit = Optional.empty();

  @Option(
      names = "--anywhere",
      description = "Also relays from and to other machines, and AWS itself.")
  private boolean anywhere;

  @Override
  protected CommandExit run(Session session) {
    long most = limit.orElse(Long.MAX_VALUE);
    if (most < 1) {
      throw new OperatorException(Kind.INPUT, "--limit %d: must be at least 1".formatted(most));
    }
    LocalEndpoints endpoints = LocalEndpoints.ofThisProcess();
    if (!anywhere) {
      List<String> problems = endpoints.problems(session.config());
      if (!problems.isEmpty()) {
        throw new OperatorException(
            Kind.INPUT,
            "Nothing was relayed, because not everything is on this machine (--anywhere allows"
                + " that):\n"
                + String.join("\n", problems));
      }
      makeUpCredentials();
      stayHere();
    }
    session.operator();
    if (!anywhere) {
      session.config().control().ifPresent(control -> makeControl(control.table(), session));
    }
    return relay(session, endpoints, most);
  }

  /** Local services take any; those of the caller are none of their business. */
  private static void makeUpCredentials() {
    if (isUnset("aws.accessKeyId", "AWS_ACCESS_KEY_ID") && isUnset("aws.profile", "AWS_PROFILE")) {
      System.setProperty("aws.accessKeyId", "local");
      System.setProperty("aws.secretAccessKey", "local");
    }
    if (isUnset("aws.region", "AWS_REGION") && isUnset("aws.region", "AWS_DEFAULT_REGION")) {
      System.setProperty("aws.region", "us-east-1");
    }
  }

  /** Nobody else makes it here, and without it the relay would only wait. */
  private static void makeControl(String table, Session session) {
    try (DynamoDbClient dynamoDb = DynamoDbClient.create()) {
      ControlTable.create(dynamoDb, table);
      session.output().note("Made the control table " + table + '.');
    } catch (ResourceInUseException e) {
      // It is there.
    }
  }

  /** A service without an endpoint of its own must not be AWS's: nothing listens at this one. */
  private static void stayHere() {
    if (isUnset("aws.endpointUrl", "AWS_ENDPOINT_URL")) {
      System.setProperty("aws.endpointUrl", "http://127.0.0.1:1");
    }
  }

  private static boolean isUnset(String property, String variable) {
    return System.getProperty(property) == null && System.getenv(variable) == null;
  }

  private CommandExit relay(Session session, LocalEndpoints endpoints, long most) {
    RelayConfig config = session.config();
    Output output = session.output();
    String stream = stream(config.table().name());
    Relaying progress = new Relaying(output);
    ConfiguredRelay relay = ConfiguredRelay.open(config, progress::observe, 1);
    session.closeAtEnd(relay::close);
    var streams = DynamoDbStreamsClient.builder();
    endpoints.streams().ifPresent(streams::endpointOverride);
    DynamoDbStreamsClient client = streams.build();
    session.closeAtEnd(client::close);
    StreamHost host =
        StreamHost.start(
            relay.relay(),
            config.table().schema(),
            client,
            stream,
            fromNow ? ShardIteratorType.LATEST : ShardIteratorType.TRIM_HORIZON,
            record -> progress.finished());
    session.closeAtEnd(host::close);
    output.note("Relaying. Ctrl-C ends it.");
    return progress.await(host, most);
  }

  private static String stream(String table) {
    try (DynamoDbClient dynamoDb = DynamoDbClient.create()) {
      String stream = dynamoDb.describeTable(it -> it.tableName(table)).table().latestStreamArn();
      if (stream == null) {
        throw new OperatorException(
            Kind.ACCESS, "table %s has no stream: enable one with NEW_IMAGE".formatted(table));
      }
      return stream;
    }
  }

  /** What is said about the work. */
  private static final class Relaying {
    private final Output output;
    private final AtomicLong records = new AtomicLong();
    private final CountDownLatch halted = new CountDownLatch(1);
    private final Set<String> said = new HashSet<>();

    Relaying(Output output) {
      this.output = output;
    }

    void finished() {
      records.incrementAndGet();
    }

    /** Called by the relay's one thread. */
    void observe(RelayEvent event) {
      if (event instanceof RelayEvent.Published it) {
        said.removeIf(line -> line.startsWith(it.target() + ' '));
        output.item(new RelayedReport(it.envelope(), it.target()));
      } else if (event instanceof RelayEvent.Retried it) {
        if (said.add(it.target() + ' ' + it.code())) {
          output.note(
              "Target %s failed, and is tried again: %s: %s"
                  .formatted(it.target(), it.code(), it.message()));
        }
      } else if (event instanceof RelayEvent.Parked it) {
        output.note("Parked %s for target %s".formatted(it.envelope().event(), it.target()));
      } else if (event instanceof RelayEvent.Halted it) {
        output.note(
            "The relay has halted at a record: %s: %s. Remove its cause, or begin behind it with --from-now."
                .formatted(it.reason(), it.message()));
        halted.countDown();
      }
    }

    CommandExit await(StreamHost host, long most) {
      try {
        while (records.get() < most) {
          if (halted.await(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            return CommandExit.INCOMPLETE;
          }
          Optional<RuntimeException> failure = host.failure();
          if (failure.isPresent()) {
            output.note("The stream cannot be read: " + failure.get().getMessage());
            return CommandExit.ACCESS;
          }
        }
        return CommandExit.DONE;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return CommandExit.INTERRUPTED;
      }
    }
  }
}
