package io.github.dynamooutbox.lambda.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.aws.config.ConfigException;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.host.ConfiguredRedrive;
import io.github.dynamooutbox.lambda.internal.RedriveRequest.Leaving;
import io.github.dynamooutbox.relay.observe.RelayObserver;
import io.github.dynamooutbox.relay.redrive.RedriveOrder;
import io.github.dynamooutbox.relay.redrive.WaysOut;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.logging.log4j.Level;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class RedriveRunTest {
  private static final WaysOut.Selection SELECTION =
      new WaysOut.Selection("audit", "Order#1", new WaysOut.Which.Failed());

  private final LogCapture log = new LogCapture(RedriveRun.class);
  private EmptyTable table;

  @BeforeEach
  void open() throws IOException {
    table = new EmptyTable();
  }

  @AfterEach
  void close() {
    table.close();
    log.close();
  }

  @Test
  void reportsWhatWasDone() {
    assertThat(redrive(RedriveOrder.BLOCKED, Duration.ofMinutes(1)))
        .isEqualTo(
            "{\"parked\":0,\"published\":0,\"moved\":0,\"released\":0,\"stuck\":0,"
                + "\"unfinished\":0,\"busy\":0}");
    assertThat(messages(Level.INFO)).singleElement().asString().startsWith("Redrive: 0 events");
  }

  @Test
  void letsEventsOutAsDecidedWithoutARedrive() {
    assertThat(redrive(leaving(Optional.empty()), Duration.ofMinutes(1)))
        .isEqualTo("{\"left\":0,\"obstacle\":0,\"busy\":0}");
    assertThat(messages(Level.INFO))
        .containsExactly(
            "0 events of %s have left their queues, as decided by ann: test data"
                .formatted(SELECTION));
  }

  @Test
  void discardsNothingThatIsToBeSentToATargetThatThereIsNot() {
    RedriveRequest request = leaving(Optional.of("nowhere"));

    assertThatThrownBy(() -> redrive(request, Duration.ofMinutes(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("to: \"nowhere\" is not another target of this relay");
    assertThat(table.asked).as("it is not written down either").hasValue(0);
  }

  @Test
  void doesNothingIfWhoDecidedItCannotBeWrittenDown() {
    table.refuse("PutItem");

    assertThatThrownBy(() -> redrive(leaving(Optional.empty()), Duration.ofMinutes(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("nothing was done, because who decided it cannot be written down");
    assertThat(table.asked).as("the one that was refused").hasValue(1);
  }

  @Test
  void whatWasDoneIsDoneThoughTheLogDoesNotSayHowItEnded() {
    // The lease is taken and given back by updates, too: only the log's is refused.
    table.refuse("endedAt");

    assertThat(redrive(leaving(Optional.empty()), Duration.ofMinutes(1)))
        .isEqualTo("{\"left\":0,\"obstacle\":0,\"busy\":0}");
    assertThat(messages(Level.WARN))
        .singleElement()
        .asString()
        .startsWith("The log of decisions will not say how this ended: ");
  }

  /** Lambda may deliver an event twice at once: both have its id, and only one may have a lease. */
  @Test
  void anInvocationThatIsDeliveredTwiceIsTwoRuns() {
    redrive(leaving(Optional.empty()), Duration.ofMinutes(1));
    assertThat(runs()).as("the decision and its lease").hasSize(1);
    redrive(leaving(Optional.empty()), Duration.ofMinutes(1));
    assertThat(runs()).hasSize(2).allMatch(run -> run.matches("invocation/[0-9a-f]{8}"));
  }

  private Set<String> runs() {
    Pattern run = Pattern.compile("\"(invocation[^\"]*)\"");
    return table.requests.stream()
        .flatMap(request -> run.matcher(request).results())
        .map(found -> found.group(1))
        .collect(Collectors.toSet());
  }

  private static RedriveRequest leaving(Optional<String> to) {
    return new RedriveRequest(
        RedriveOrder.of(Set.of()),
        Optional.of(new Leaving(SELECTION, to, new WaysOut.Decision("ann", "test data"))));
  }

  @Test
  void readsNothingButTheStatesOfQueuesWhereNothingIsParked() {
    redrive(RedriveOrder.BLOCKED, Duration.ofMinutes(1));

    assertThat(table.asked).as("one for each part").hasValue(16);
  }

  @Test
  void writesZerosSoThatAnAlarmEnds() {
    try (EmfCapture metrics = new EmfCapture()) {
      redrive(RedriveOrder.of(Set.of()), Duration.ofMinutes(1));

      assertThat(metrics.metrics())
          .containsExactly(
              "BlockedLanes Service Count",
              "ClosedLanes Service Count",
              "OldestParkedAge Service Milliseconds",
              "OldestParkedAge Service,Target Milliseconds",
              "ParkedEvents Service Count",
              "ParkedEvents Service,Target Count");
      assertThat(metrics.lines())
          .allSatisfy(line -> assertThat(line.path("ParkedEvents").asInt(-1)).isZero());
    }
  }

  @Test
  void reportsThatTheTimeIsTooShort() {
    redrive(RedriveOrder.BLOCKED, Duration.ofSeconds(3));

    assertThat(messages(Level.ERROR)).singleElement().asString().contains("longer timeout");
  }

  @Test
  void measuresInAnyTimeWhereNothingIsToBeRedriven() {
    redrive(RedriveOrder.of(Set.of()), Duration.ofSeconds(3));

    assertThat(messages(Level.ERROR)).isEmpty();
  }

  @Test
  void needsAControlTable() {
    RelayConfig config =
        RelayConfig.parse(
            """
            {"table": {"name": "orders"},
             "targets": {"audit": {"type": "kinesis", "streamName": "audit"}},
             "routes": [{"to": ["audit"]}]}
            """);

    assertThatThrownBy(() -> SnapStartRedrive.open(config))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("controlTable");
  }

  private static String redrive(RedriveOrder order, Duration remaining) {
    return redrive(new RedriveRequest(order, Optional.empty()), remaining);
  }

  private static String redrive(RedriveRequest request, Duration remaining) {
    try (ConfiguredRedrive redrive =
        ConfiguredRedrive.open(EmptyTable.CONFIG, RelayObserver.NONE)) {
      return new RedriveRun(redrive, FunctionMetrics.of(Map.of()))
          .redrive("invocation", request, remaining);
    }
  }

  private List<String> messages(Level level) {
    return log.events().stream()
        .filter(event -> event.getLevel().equals(level))
        .map(event -> event.getMessage().getFormattedMessage())
        .toList();
  }
}
