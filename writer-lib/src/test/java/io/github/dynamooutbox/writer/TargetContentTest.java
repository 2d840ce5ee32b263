package io.github.dynamooutbox.writer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.dynamooutbox.format.HeaderName;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * What no relay could publish or no reader could read is refused, and what is just within is not.
 */
class TargetContentTest {
  private static final Aggregate ORDER = Aggregate.of("Order", "42");

  private final FakeDynamoDb dynamoDb = new FakeDynamoDb();

  private Outbox outbox(TargetLimits... targets) {
    return Outbox.builder(dynamoDb).table("orders").source("/s").targets(targets).build();
  }

  private static void accepts(Outbox outbox, Event event) {
    assertThat(outbox.transaction().events(ORDER, event).commit()).isNotNull();
  }

  private static void refuses(Outbox outbox, Event event, String why) {
    assertThatExceptionOfType(InvalidTransactionException.class)
        .isThrownBy(() -> outbox.transaction().events(ORDER, event).commit())
        .withMessageContaining(why);
  }

  private static String nested(int levels) {
    return "[".repeat(levels) + "]".repeat(levels);
  }

  @Test
  void jsonIsLimitedInDepthNumbersAndNames() {
    Outbox outbox = outbox();
    accepts(outbox, Event.ofJson("A", nested(990)));
    accepts(outbox, Event.ofJson("A", "[" + "1".repeat(1_000) + "]"));
    accepts(outbox, Event.ofJson("A", "{\"" + "n".repeat(50_000) + "\":1}"));
    refuses(
        outbox, Event.ofJson("A", nested(991)), "is nested 991 levels deep; readers accept 990");
    refuses(
        outbox,
        Event.ofJson("A", "[-" + "1".repeat(1_000) + "]"),
        "has a number of 1001 characters; readers accept 1000");
    refuses(
        outbox, Event.ofJson("A", "0." + "1".repeat(998) + "e7"), "a number of 1002 characters");
    refuses(
        outbox,
        Event.ofJson("A", "{\"" + "n".repeat(50_001) + "\":1}"),
        "has a name of 50001 characters; readers accept 50000");
  }

  @Test
  void limitsOfJsonHoldInEveryForm() {
    String deep = nested(991);
    refuses(
        outbox(),
        Event.ofBytes("A", deep.getBytes(UTF_8), "application/vnd.x+json"),
        "the JSON of its payload is nested");
    refuses(outbox(), Event.ofJson("A", "{}").previous(deep), "the JSON of its previous is nested");
    refuses(
        Outbox.builder(dynamoDb)
            .table("orders")
            .source("/s")
            .largePayloads(new PayloadStores.Kept("s3://b/"), 1_024)
            .build(),
        Event.ofJson("A", deep),
        "the JSON of its payload is nested");
    accepts(outbox(), Event.ofText("A", deep, "text/plain"));
  }

  @Test
  void integersBeyond64BitsAreNotForEventBridge() {
    Outbox limited = outbox(TargetLimits.eventBridge());
    accepts(limited, Event.ofJson("A", "[9223372036854775807,-9223372036854775808]"));
    accepts(limited, Event.ofJson("A", "[92233720368547758080.5,9223372036854775808e3]"));
    accepts(outbox(TargetLimits.sqs()), Event.ofJson("A", "[9223372036854775808]"));
    for (String large : List.of("9223372036854775808", "-9223372036854775809", "1".repeat(999))) {
      refuses(limited, Event.ofJson("A", "{\"n\":" + large + "}"), "an integer beyond 64 bits");
    }
  }

  @Test
  void payloadThatIsElsewhereHasNoIntegersForEventBridge() {
    accepts(
        Outbox.builder(dynamoDb)
            .table("orders")
            .source("/s")
            .targets(TargetLimits.eventBridge())
            .largePayloads(new PayloadStores.Kept("s3://b/"), 1_024)
            .build(),
        Event.ofJson("A", "[9223372036854775808,\"" + "x".repeat(2_000) + "\"]"));
  }

  @Test
  void sourcesOfAwsAreNotForEventBridge() {
    assertThatExceptionOfType(InvalidConfigurationException.class)
        .isThrownBy(
            () ->
                Outbox.builder(dynamoDb)
                    .table("orders")
                    .source("aws.orders")
                    .targets(TargetLimits.sqs(), TargetLimits.eventBridge())
                    .build())
        .withMessageContaining("begins with \"aws.\"; EventBridge");
    assertThat(
            Outbox.builder(dynamoDb)
                .table("orders")
                .source("aws.orders")
                .targets(TargetLimits.sqs())
                .build())
        .isNotNull();
  }

  @Test
  void namesThatAnArchiveUsesAreNotForHeaders() {
    for (String name : HeaderName.OF_ARCHIVE) {
      assertThatExceptionOfType(InvalidTransactionException.class)
          .isThrownBy(() -> Event.ofJson("A", "{}").header(name, "x"))
          .withMessageContaining(name);
    }
  }

  @Test
  void messagesOfAPayloadAloneHaveTextOfXml() {
    Outbox limited = outbox(TargetLimits.sqs().messageText());
    accepts(limited, Event.ofText("A", "a\tb\r\n\u007F\u0085\uFFFD\uD83D\uDE00", "text/plain"));
    accepts(limited, Event.ofBytes("A", new byte[] {0}, "application/x"));
    accepts(limited, Event.ofJson("A", "\"\\u0000\""));
    for (String wrong : List.of("", "\u0000", "a\u001F", "\uFFFE", "\uFFFF")) {
      refuses(limited, Event.ofText("A", wrong, "text/plain"), "SQS accepts no payload alone");
      accepts(outbox(TargetLimits.sqs()), Event.ofText("A", wrong, "text/plain"));
    }
    refuses(limited, Event.ofBytes("A", new byte[0], "application/x"), "SQS accepts no payload");
    refuses(limited, Event.ofJson("A", "\"\uFFFE\""), "SQS accepts no payload alone");
    refuses(limited, Event.ofBytes("A", "\"\uFFFF\"".getBytes(UTF_8), "application/json"), "SQS");
  }

  @Test
  void charactersBeyondTheBasicPlaneCountAsFourBytes() {
    String emoji = "\uD83D\uDE00".repeat(65_000);
    accepts(outbox(TargetLimits.sns()), Event.ofText("A", emoji, "text/plain"));
    refuses(
        outbox(TargetLimits.sns()),
        Event.ofText("A", "\uFFFE".repeat(44_000), "text/plain"),
        "published, it may take 26");
  }
}
