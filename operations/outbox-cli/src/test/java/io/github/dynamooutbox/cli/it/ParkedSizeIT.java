package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.writer.Aggregate;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the commands take that read 200,000 parked events in 20,000 queues, by GNU time. */
@Tag("full")
class ParkedSizeIT {
  private static final int LANES = Integer.getInteger("outbox.parked.lanes", 20_000);
  private static final int EVENTS = Integer.getInteger("outbox.parked.events", 10);

  private static final Path TIME = Path.of("/usr/bin/time");
  private static final Pattern FIGURES = Pattern.compile("CPU ([0-9.]+) ([0-9.]+) KB (\\d+)");

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  @Test
  @EnabledOnOs(OS.LINUX)
  void eachAnswersWithinFiveSecondsOfCpuAndAQuarterOfAGigabyte() throws Exception {
    TestOutbox outbox = system.outbox().withTable();
    outbox.commit(Aggregate.of("Order", "0").at(1), "Placed", "e-0");
    park(outbox);

    Map<String, String> over = new TreeMap<>();
    for (String command :
        List.of(
            "status",
            "parked",
            "parked --json",
            "parked --events",
            "parked --code TooLarge --limit 200000",
            "parked --events --limit 200000",
            "parked --events --limit 200000 --json",
            "show Order#0",
            "list --limit 10000")) {
      ToolProcess tool = ToolProcess.startTimed(outbox, TIME, command.split(" "));
      OperatedSystem.Ended ended = tool.end();
      Matcher figures = FIGURES.matcher(ended.err());
      assertThat(figures.find()).as(ended.err()).isTrue();
      double cpu = Double.parseDouble(figures.group(1)) + Double.parseDouble(figures.group(2));
      long megabytes = Long.parseLong(figures.group(3)) / 1_024;
      String said =
          String.format(
              Locale.ROOT,
              "%.1f s of CPU, %d MB, %,d lines, exit code %d",
              cpu,
              megabytes,
              ended.out().lines().count(),
              ended.code());
      System.out.println(command + ": " + said);
      if (cpu > 5 || megabytes > 250 || ended.code() == 1) {
        over.put(command, said);
      }
    }

    assertThat(over).isEmpty();
  }

  private static void park(TestOutbox outbox) throws Exception {
    LaneKey first = new LaneKey("bus", "Order#0");
    ParkedEvent like = outbox.parkable(first, ParkReason.REJECTED).get(0);
    try (AwsControl control = outbox.control()) {
      for (int i = 0; i < LANES; i++) {
        LaneKey lane = new LaneKey("bus", "Order#" + i);
        List<ParkedEvent> events = new ArrayList<>();
        for (int version = 1; version <= EVENTS; version++) {
          events.add(
              new ParkedEvent(
                  new ParkedEvent.Place(
                      lane, new StreamPosition("" + version), like.place().record(), 0),
                  like.cause(),
                  like.attempts(),
                  like.item(),
                  like.published()));
        }
        outbox.park(control.table().queues(), new QueueName.Lane(lane), events);
      }
    }
  }
}
