package io.github.dynamooutbox.aws.internal.targets;

import static io.github.dynamooutbox.aws.keys.Key.Reader.BOTH;

import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import io.github.dynamooutbox.aws.keys.TextRule;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import io.github.dynamooutbox.aws.targets.Sending;
import io.github.dynamooutbox.aws.targets.SendingKeys;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFields;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.aws.targets.TargetResource;
import java.util.Optional;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;

/** EventBridge buses. */
public final class EventBridgeFactory extends AwsFactory {
  /** EventBridge API reference, PutEvents. */
  private static final int ENTRIES = 10;

  /**
   * AWS Compute Blog, "More room to build: serverless services now support payloads up to 1 MB",
   * January 2026: the limit of an event, and therefore of a request.
   */
  private static final int BYTES = 1024 * 1024;

  /** EventBridge user guide of the Chinese regions, "Calculating PutEvents event entry size". */
  private static final int BYTES_IN_CHINA = 256 * 1024;

  private static final Section KEYS = Section.of("An EventBridge bus.");

  /** Names: EventBridge API reference, CreateEventBus. */
  static final ResourceKind BUS =
      ResourceKind.of(
              "AWS::Events::EventBus",
              Key.text(
                      "busName",
                      TextRule.of(
                          "[A-Za-z0-9/._-]{1,256}",
                          "an event bus name: letters, digits, / . _ and -"))
                  .readBy(BOTH)
                  .about("Name or ARN is needed; both have to agree."),
              Key.text(
                      "busArn",
                      ResourceKind.arnRule(
                          "events",
                          "event-bus/[A-Za-z0-9/._-]{1,256}",
                          "an event bus ARN: arn:aws:events:<region>:<account>:event-bus/<name>"))
                  .readBy(BOTH)
                  .about("Needed for a bus of another account."))
          .arns("events", "event-bus/")
          .actions("events:DescribeEventBus", "events:PutEvents")
          .endpoint("events")
          .in(KEYS);

  private static final SendingKeys SENDING =
      SendingKeys.of(
              ENTRIES,
              SendingKeys.maxEntryBytes(BYTES, BYTES)
                  .about(
                      "Largest event, as EventBridge counts it. In China the default of both sizes is"
                          + " 262,144."))
          .requestBytes(BYTES, BYTES)
          .in(KEYS);

  /** For the service loader. */
  public EventBridgeFactory() {
    super("eventbridge", KEYS, BUS);
  }

  @Override
  public TargetConfig read(String name, TargetFields fields) {
    String bus = BUS.read(fields);
    return new EventBridgeConfig(
        name, bus, SENDING.readWithBytes(fields, isInChina(bus) ? BYTES_IN_CHINA : BYTES));
  }

  /** A bus that is given by name only is in the relay's own region. */
  private static boolean isInChina(String bus) {
    return bus.startsWith("arn:")
        ? bus.startsWith("arn:aws-cn:")
        : System.getenv().getOrDefault("AWS_REGION", "").startsWith("cn-");
  }

  /**
   * An EventBridge bus.
   *
   * @param bus ARN of the event bus, or its name
   */
  public record EventBridgeConfig(String name, String bus, Sending sending) implements AwsConfig {
    @Override
    public Optional<TargetResource> resource() {
      return Optional.of(new TargetResource(EventBridgeFactory.BUS, bus));
    }

    @Override
    public void examine(TargetFindings findings) {
      try (EventBridgeClient client = EventBridgeClient.create()) {
        findings.look(
            "events:DescribeEventBus",
            () -> {
              client.describeEventBus(request -> request.name(bus));
              findings.fine("is there: bus " + bus);
            });
      }
    }

    @Override
    public OpenTarget<?> open(TargetHost host) {
      EventBridgeClient client = host.client(EventBridgeClient.class, EventBridgeClient::builder);
      return new EventBridgeTarget(name, bus, sending, client, host.executor(), host.clock());
    }
  }
}
