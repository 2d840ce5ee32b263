package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Reads go on, more slowly, while both tables throttle three of ten requests. */
class ThrottledReadsIT {
  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  @TempDir Path temporary;

  @Test
  void answersAsIfNothingWereThrottled() throws Exception {
    TestOutbox outbox = system.outbox().withTable();
    Instant before = Instant.now().minus(Duration.ofMinutes(10));
    for (int i = 0; i < 20; i++) {
      outbox.commit(Aggregate.of("Order", "" + i).at(1), "Placed", "e-" + i, before);
    }
    outbox.parkAll(
        IntStream.range(0, 20).mapToObj(i -> new LaneKey("bus", "Order#" + i)).toList(),
        ParkReason.REJECTED);
    try (RecordingEndpoint endpoint = new RecordingEndpoint(system.servers().endpoint())) {
      endpoint.throttle("(Query|Scan|GetItem|BatchGetItem|DescribeTable) .*");
      for (List<String> each : commands()) {
        Ended ended = outbox.run(with(each, "--endpoint", endpoint.address()));
        assertThat(ended.code()).as("%s: %s", each, ended.err()).isIn(0, 4);
        assertThat(ended.out())
            .as("%s", each)
            .contains(each.get(0).equals("audit") ? "20" : "Order#7");
      }
    }
  }

  private List<List<String>> commands() {
    return List.of(
        List.of("parked"),
        List.of("parked", "--events"),
        List.of("list"),
        List.of("show", "Order#7"),
        List.of("audit", "--from", "1h", "--settle", "0s", "--state", "" + temporary.resolve("a")));
  }

  private static String[] with(List<String> command, String... more) {
    String[] all = new String[command.size() + more.length];
    command.toArray(all);
    System.arraycopy(more, 0, all, command.size(), more.length);
    return all;
  }
}
