package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What the commands that read 200,000 parked events in 20,000 queues take. */
@Tag("full")
@EnabledOnOs(OS.LINUX)
class ParkedSizeIT {
  private static final int LANES = 20_000;
  private static final int EVENTS = 10;
  private static final double MOST_CPU_SECONDS = 5;

  /** Of what reads all events; with a request for each queue they took 17. */
  private static final double MOST_CPU_SECONDS_FOR_ALL = 10;

  private static final long MOST_MEGABYTES = 250;

  /** What differs between lanes. */
  private static final String NAME = "LNAME";

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  @Test
  void eachAnswersWithinFiveSecondsOfCpuAndAQuarterOfAGigabyte() throws Exception {
    TestOutbox outbox = TestOutbox.alone(system.servers()).withTable();
    fill(outbox);

    Map<String, String> over = new TreeMap<>();
    for (String command :
        List.of(
            "status",
            "parked",
            "parked --json",
            "parked --events",
            "parked --events --limit 2000",
            "parked --events --limit 2000 --json",
            "parked --code nothing-like-it",
            "parked --type Placed --limit 2000",
            "parked --event 00042-1",
            "parked --older-than 1d",
            "parked --target bus --reason REJECTED,BEHIND",
            "show Order#00042",
            "doctor",
            "list --limit 2000",
            "redrive --dry-run",
            "redrive --dry-run --code TooLarge",
            "discard --dry-run --target bus --code nothing-like-it --because none")) {
      ToolProcess.Spent spent = ToolProcess.spent(outbox, command.split(" "));
      String said =
          String.format(
              Locale.ROOT,
              "%.1f s of CPU, %d MB, %,d lines, exit code %d",
              spent.cpuSeconds(),
              spent.megabytes(),
              spent.ended().out().lines().count(),
              spent.ended().code());
      System.out.println(command + ": " + said);
      // Doctor cannot see what a local system lacks.
      Set<Integer> expected =
          command.equals("doctor")
              ? Set.of(0, 3, 4)
              : command.startsWith("discard") ? Set.of(2) : Set.of(0, 4);
      boolean isBroken = !expected.contains(spent.ended().code());
      double most =
          command.matches(".*--(code|type|event|older-than) .*")
              ? MOST_CPU_SECONDS_FOR_ALL
              : MOST_CPU_SECONDS;
      if (isBroken || spent.cpuSeconds() > most || spent.megabytes() > MOST_MEGABYTES) {
        over.put(command, said + (isBroken ? ": " + spent.ended().err() : ""));
      }
    }

    assertThat(over).isEmpty();
  }

  /** One lane as a relay parks it; the others are copies, because that is faster. */
  private static void fill(TestOutbox outbox) throws Exception {
    Instant written = Instant.now().minus(Duration.ofMinutes(50));
    outbox
        .service()
        .clock(() -> written)
        .build()
        .transaction()
        .events(
            Aggregate.of("Order", NAME).at(1),
            IntStream.range(0, EVENTS)
                .mapToObj(i -> Event.ofJson("Placed", "{\"total\":1}").id(NAME + '-' + i))
                .toArray(Event[]::new))
        .commit();
    LaneKey lane = new LaneKey("bus", "Order#" + NAME);
    outbox.park(new QueueName.Lane(lane), outbox.parkableOfRecord(lane, ParkReason.REJECTED));

    List<Map<String, AttributeValue>> parked =
        outbox.controlItems().all().stream()
            .filter(item -> (item.get("PK").s() + item.get("SK").s()).contains(NAME))
            .collect(Collectors.toList());
    Copies copies = new Copies(outbox, NAME, LANES);
    copies.into(outbox.controlTable(), parked);
    copies.into(
        outbox.table(),
        outbox.servers().dynamoDb.client().scan(scan -> scan.tableName(outbox.table())).items());
  }
}
