package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What an audit and replays take, at two sizes: CPU in proportion to what they read, and memory
 * that does not grow. {@code -Doutbox.audited.records=N} tries N, up to 100,000, and a fifth of
 * them.
 */
@Tag("full")
@EnabledOnOs(OS.LINUX)
class AuditedSizeIT {
  private static final int MANY = Integer.getInteger("outbox.audited.records", 20_000);
  private static final int TIMES = 5;

  /** Resident: the heap of 256 MB, which the JVM fills before it collects, and itself. */
  private static final long MOST_MEGABYTES = 350;

  private static final String NAME = "LNAME";

  /** One in so many has no receipt. */
  private static final int LOST = 500;

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  @TempDir private Path directory;

  @Test
  void takeCpuInProportionAndMemoryThatDoesNotGrow() throws Exception {
    Map<String, ToolProcess.Spent> few = spent(MANY / TIMES);
    Map<String, ToolProcess.Spent> many = spent(MANY);

    many.forEach(
        (command, spent) -> {
          assertThat(spent.cpuSeconds())
              .as(command)
              .isLessThan(TIMES * few.get(command).cpuSeconds());
          assertThat(spent.megabytes()).as(command).isLessThan(MOST_MEGABYTES);
        });
  }

  private Map<String, ToolProcess.Spent> spent(int records) throws Exception {
    TestOutbox outbox = TestOutbox.alone(system.servers()).withTable();
    fill(outbox, records);
    Path audit = directory.resolve("audit-" + records);
    Map<String, ToolProcess.Spent> all = new LinkedHashMap<>();
    put(
        all,
        4,
        outbox,
        "audit",
        "--from",
        "2h",
        "--relayed-until",
        "5m",
        "--settle",
        "0s",
        "--state",
        "" + audit);
    put(all, 0, outbox, "replay", "--audit", "" + audit, "--yes");
    put(
        all,
        0,
        outbox,
        "replay",
        "--from",
        "2h",
        "--target",
        "audit",
        "--yes",
        "--state",
        "" + directory.resolve("replay-" + records));
    return all;
  }

  private static void put(
      Map<String, ToolProcess.Spent> all, int code, TestOutbox outbox, String... command)
      throws Exception {
    ToolProcess.Spent spent = ToolProcess.spent(outbox, command);
    System.out.printf(
        Locale.ROOT,
        "%s: %.1f s of CPU, %d MB%n",
        String.join(" ", command),
        spent.cpuSeconds(),
        spent.megabytes());
    assertThat(spent.ended().code()).as("%s", spent.ended()).isEqualTo(code);
    all.put(command[0] + ' ' + command[1], spent);
  }

  private static void fill(TestOutbox outbox, int records) throws Exception {
    Instant written =
        Instant.ofEpochMilli(Instant.now().minus(Duration.ofMinutes(50)).toEpochMilli());
    outbox
        .service()
        .clock(() -> written)
        .build()
        .transaction()
        .events(
            Aggregate.of("Order", NAME).at(1),
            Event.ofJson("Placed", "{\"total\":1}").id(NAME + "-0"))
        .commit();
    List<Map<String, AttributeValue>> record =
        outbox.servers().dynamoDb.client().scan(scan -> scan.tableName(outbox.table())).items();
    new Copies(outbox, NAME, records).into(outbox.table(), record);
    RecordKey like = new RecordKey(record.get(0).get("PK").s(), record.get(0).get("SK").s());
    try (AwsControl control = outbox.control()) {
      receipt(control, like, written, NAME);
      for (int first = 0; first < records; first += LOST) {
        String[] numbers =
            IntStream.range(first + 1, first + LOST)
                .mapToObj("%05d"::formatted)
                .toArray(String[]::new);
        receipt(control, like, written, numbers);
      }
    }
  }

  private static void receipt(AwsControl control, RecordKey like, Instant written, String... names)
      throws Exception {
    Set<String> targets = Set.of("bus", "audit");
    List<Receipt.Handled> handled =
        Stream.of(names)
            .map(
                name ->
                    new Receipt.Handled(
                        new RecordKey(like.partition().replace(NAME, name), like.sort()),
                        0,
                        name + "-0",
                        written,
                        Optional.of(targets),
                        targets))
            .toList();
    TestOutbox.get(control.table().receipts().write(new Receipt(Instant.now(), handled)));
  }
}
