package io.github.dynamooutbox.cli.it;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.cli.internal.OutboxTool;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.CloudUnderTest;
import io.github.dynamooutbox.localaws.DynamoDbUnderTest;
import io.github.dynamooutbox.localaws.LocalGateway;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import picocli.CommandLine;

/** Local services and one outbox with its control table and targets, shared by all classes. */
final class OperatedSystem implements BeforeAllCallback {
  /** What {@code --endpoint} sets. */
  private static final String ENDPOINT = "aws.endpointUrl";

  private @Nullable Servers servers;

  /** How a command has ended, and what it wrote. */
  record Ended(int code, String out, String err) {}

  @Override
  public void beforeAll(ExtensionContext context) {
    servers =
        context
            .getRoot()
            .getStore(ExtensionContext.Namespace.create(OperatedSystem.class))
            .computeIfAbsent(Servers.class, any -> new Servers(), Servers.class);
  }

  Servers servers() {
    return Objects.requireNonNull(servers, "before the tests of a class");
  }

  /** An outbox of its own for a test: its stream has this name in the shared control table. */
  TestOutbox outbox() {
    return new TestOutbox(servers());
  }

  /** Runs the tool as a process would, but in this JVM. */
  static Ended run(Map<String, String> environment, String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    CommandLine tool = OutboxTool.commandLine(environment, arguments);
    tool.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    String endpoint = System.getProperty(ENDPOINT);
    try {
      return new Ended(tool.execute(arguments), out.toString(), err.toString());
    } finally {
      // A process of its own would end with what its options have set.
      System.setProperty(ENDPOINT, endpoint);
    }
  }

  /** Closed when the run ends. */
  static final class Servers implements AutoCloseable {
    final String control = AwsUnderTest.unique("control");
    final String bus = AwsUnderTest.unique("bus");
    final String stream = AwsUnderTest.unique("stream");
    final DynamoDbUnderTest dynamoDb = DynamoDbUnderTest.open();
    final CloudUnderTest cloud = CloudUnderTest.open();
    private final Optional<LocalGateway> gateway;
    private final List<String> properties = new ArrayList<>();

    Servers() {
      gateway =
          AwsUnderTest.endpoint().isPresent()
              ? Optional.empty()
              : Optional.of(
                  LocalGateway.start(dynamoDb.endpoint(), cloud.endpoint(), cloud.endpoint()));
      ControlTable.create(dynamoDb.client(), control);
      dynamoDb.created(control);
      cloud.createBus(bus);
      cloud.createStream(stream, 1);
      AwsUnderTest.properties(endpoint())
          .forEach(
              (name, value) -> {
                System.setProperty(name, value);
                properties.add(name);
              });
    }

    URI endpoint() {
      return gateway.map(LocalGateway::endpoint).orElseGet(dynamoDb::endpoint);
    }

    @Override
    public void close() {
      properties.forEach(System::clearProperty);
      gateway.ifPresent(LocalGateway::close);
      cloud.close();
      dynamoDb.close();
    }
  }
}
