package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.TestTool;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.opentest4j.TestAbortedException;

/** Many parked events in a browser, and work that takes longer than somebody waits. */
@Tag("full")
class ConsoleListIT {
  @RegisterExtension
  @Order(1)
  static final BeforeAllCallback browserIsHere =
      test ->
          TestTool.BROWSER.require(
              Browser.installed().isPresent(), "none is on the PATH", TestAbortedException::new);

  @RegisterExtension
  @Order(2)
  static final OperatedSystem system = new OperatedSystem();

  private final TestOutbox outbox = TestOutbox.alone(system.servers()).withTable();
  private ServedConsole console;
  private Browser browser;

  @BeforeEach
  void open() throws Exception {
    parkAHundredAndFive();
    console = ServedConsole.of(outbox);
    browser = Browser.open();
    browser.size(1180, 900);
    browser.go(console.url());
    browser.await("document.body?.dataset.ready");
  }

  @AfterEach
  void close() {
    browser.close();
    console.close();
  }

  @Test
  void turnsPagesAndActsOnExactlyWhatIsTicked() throws Exception {
    browser.await("document.querySelector('#stuck-groups').innerText.includes('105')");
    browser.click("document.querySelector('#stuck-groups summary')");
    browser.await("document.querySelector('[data-focus=\"page Next\"]')");
    browser.click("document.querySelector('[data-focus=\"page Next\"]')");
    browser.await("document.querySelectorAll('#stuck-groups tbody tr').length === 5");
    assertThat(Axe.violations(browser)).isEmpty();
    for (String event : List.of("1060-103", "1060-104")) {
      browser.click(
          "document.querySelector('[aria-label=\"Tick event " + event + " of Order#1060\"]')");
    }
    browser.click("document.querySelector('[data-focus=\"discard ticked\"]')");
    browser.await("document.activeElement?.id === 'because'");
    assertThat(text("#dialog"))
        .contains("2 ticked events", "1060-103", "1060-104", "Discard 2 events?");
    browser.type("test data");
    browser.press("Enter");
    browser.await("document.querySelector('#dialog .success')");

    assertThat(text("#dialog")).contains("2 events taken out of the queue.");
    browser.press("Enter");
    assertThat(outbox.run("parked", "--event", "1060-103").out()).startsWith("Nothing is parked");
    assertThat(outbox.run("parked", "--aggregate", "Order#1060", "--limit", "200").out())
        .contains("1060-0", "1060-102")
        .doesNotContain("1060-104");
    showsWhoDecidedIt();
  }

  private void showsWhoDecidedIt() throws Exception {
    browser.click("document.querySelector('#decisions-form button')");
    browser.await("document.querySelector('#decisions-result tbody tr')");
    assertThat(text("#decisions-result"))
        .contains(
            System.getProperty("user.name"), "discard for bus of what is ticked in Order#1060")
        .contains("test data", "DONE");
    assertThat(Axe.violations(browser)).isEmpty();
    browser.size(390, 844);
    browser.await("document.documentElement.scrollWidth <= 390");
    browser.save("console-decisions.png");
  }

  /** With a second look to wait for, because an event has no receipt. */
  @Test
  void stopsAnAuditAndSaysHowToContinue() throws Exception {
    outbox.commit(
        Aggregate.of("Order", "1070").at(1),
        "OrderPlaced",
        "1070-placed",
        Instant.now().minus(Duration.ofMinutes(30)));
    browser.click("document.querySelector('#since')");
    browser.type("1h");
    browser.press("Enter");
    browser.await("document.querySelector('#dialog .question')");
    assertThat(text("#dialog")).contains("written since 1h", "Account for what was written from");
    browser.click("document.querySelector('#dialog button[type=submit]')");
    browser.await("document.querySelector('#progress')?.innerText.includes('second look')");
    browser.click("document.querySelector('#dialog .buttons button')");
    browser.await("document.querySelector('#dialog .problem')");

    String said = text("#dialog");
    assertThat(said).contains("Stopped. To continue: outbox audit --resume ");
    Path state = Path.of(said.replaceAll("(?s).*--resume (\\S+).*", "$1"));
    try (Stream<Path> files = Files.walk(state)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    }
    browser.press("Escape");
    browser.await("!document.querySelector('#dialog').open");
    browser.await("document.querySelector('[data-focus=\"purge bus\"]')");
    browser.click("document.querySelector('[data-focus=\"purge bus\"]')");
    browser.await("document.querySelector('#dialog .question')");
    assertThat(text("#dialog")).contains("Order#1060", "events for bus for good?");
    browser.press("Escape");
  }

  @Test
  void showsHowItFlowedHoursAgo() throws Exception {
    outbox.commit(
        Aggregate.of("Order", "1080").at(1),
        "OrderPlaced",
        "1080-placed",
        Instant.now().minus(Duration.ofSeconds(30)));
    outbox.receipt("Order#1080", Set.of("bus"), Set.of("bus"));
    browser.evaluate("document.querySelector('#hours').value = '6'");
    browser.click("document.querySelector('#history-form button')");
    browser.await("document.querySelector('#history-result svg[role=img]')");

    assertThat(
            browser
                .evaluate("document.querySelector('#history-result svg[role=img]').ariaLabel")
                .asText())
        .startsWith("Flow to bus in the last 357 minutes: ");
    assertThat(Axe.violations(browser)).isEmpty();
    browser.save("console-history.png");
  }

  @Test
  void offersNothingWhenTheControlTableIsGone() throws Exception {
    browser.await("document.querySelector('#findings button')");
    outbox.servers().dynamoDb.delete(outbox.controlTable());
    browser.await("document.querySelector('#verdict').dataset.level === 'unknown'");

    assertThat(text("#headline")).isEqualTo("The console cannot see the outbox");
    assertThat(text("#calm")).contains(outbox.controlTable(), "does not exist");
    assertThat(
            browser
                .evaluate(
                    "document.querySelectorAll('main button:not([type=submit]):enabled, #audit"
                        + " button:enabled').length")
                .asInt())
        .isZero();
    browser.saveState("gone");
  }

  private void parkAHundredAndFive() throws Exception {
    LaneKey lane = new LaneKey("bus", "Order#1060");
    outbox
        .service()
        .build()
        .transaction()
        .events(
            Aggregate.of("Order", "1060").at(1),
            IntStream.range(0, 105)
                .mapToObj(i -> Event.ofJson("OrderPlaced", "{}").id("1060-" + i))
                .toArray(Event[]::new))
        .commit();
    outbox.park(new QueueName.Lane(lane), outbox.parkableOfRecord(lane, ParkReason.REJECTED));
  }

  private String text(String selector) throws Exception {
    return browser.evaluate("document.querySelector('" + selector + "').innerText").asText();
  }
}
