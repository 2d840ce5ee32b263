package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.localaws.TestTool;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.opentest4j.TestAbortedException;

/**
 * One night on call, from the alarm to calm, in a browser. With {@code
 * -Doutbox.console.screenshots=<directory>} it saves the pictures of the documentation there.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ConsoleBrowserIT {
  @RegisterExtension
  @Order(1)
  static final BeforeAllCallback browserIsHere =
      test ->
          TestTool.BROWSER.require(
              Browser.installed().isPresent(), "none is on the PATH", TestAbortedException::new);

  @RegisterExtension
  @Order(2)
  static final OperatedSystem system = new OperatedSystem();

  private static TestOutbox outbox;
  private static ServedConsole console;
  private static Browser browser;

  @BeforeAll
  static void open() throws Exception {
    outbox = system.outbox().withTable();
    BadNight.over(outbox);
    console = ServedConsole.of(outbox);
    browser = Browser.open();
  }

  @AfterAll
  static void end() {
    browser.close();
    console.close();
  }

  @BeforeEach
  void show() throws Exception {
    browser.media("light");
    browser.size(1180, 900);
    browser.go(URI.create("about:blank"));
    browser.go(console.url());
    browser.await("document.body?.dataset.ready");
  }

  @Test
  @Order(1)
  void saysFirstWhatIsWrongAndWhatToPress() throws Exception {
    assertThat(text("#headline")).isEqualTo("1 problem to look at");
    assertThat(text("#findings"))
        .contains("8 events are stuck: bus rejects the first of them", "the entry is too large")
        .contains("then redrive", "Redrive…");
    assertThat(text("#target-cards")).contains("bus", "audit", "Flow", "Lag", "/ min");
    assertThat(browser.evaluate("document.querySelectorAll('svg[role=img]').length").asInt())
        .isEqualTo(4);
    assertThat(browser.evaluate("document.querySelector('svg[role=img]').ariaLabel").asText())
        .contains("in the last 10 minutes", "events in the last minute");
    assertThat(text("#connection")).matches("Live, \\d\\d:\\d\\d:\\d\\d UTC");
    browser.save("console-light.png");
    browser.media("dark");
    browser.save("console-dark.png");
    browser.saveState("stuck");
  }

  @Test
  @Order(2)
  void showsWhatTheTableHoldsAsText() throws Exception {
    browser.click("document.querySelector('#stuck-groups summary')");
    browser.await("document.querySelector('#stuck-groups a')");

    assertThat(text("#stuck-groups")).contains("Order#1041", "Order#" + BadNight.MARKUP);
    browser.click(
        "[...document.querySelectorAll('#stuck-groups a')].find((a) =>"
            + " a.textContent.includes('<img'))");
    browser.await("document.querySelector('#timeline-of')");
    assertThat(text("#timeline-of")).contains(BadNight.MARKUP);
    assertThat(browser.evaluate("document.querySelectorAll('main img').length").asInt()).isZero();
    assertThat(browser.evaluate("document.title").asText()).isNotEqualTo("run");
  }

  @Test
  @Order(2)
  void narrowsWhatItListsAndActsOnWhatIsLeft() throws Exception {
    browser.click("document.querySelector('#stuck-groups summary')");
    browser.await("document.querySelector('#stuck-groups a')");
    assertThat(text("#stuck-groups table")).contains("OrderPlaced", "OrderPaid");
    browser.evaluate("document.querySelector('[name=type]').value = 'OrderPlaced'");
    browser.click("document.querySelector('[name=text]')");
    browser.type("1042");
    browser.press("Enter");
    browser.await("document.querySelectorAll('#stuck-groups tbody tr').length === 1");

    assertThat(text("#stuck-groups table")).contains("Order#1042").doesNotContain("OrderPaid");
    browser.click("document.querySelector('[data-focus=\"discard filtered\"]')");
    browser.await("document.activeElement?.id === 'because'");
    assertThat(text("#dialog")).contains("OrderPlaced", "\"1042\"", "Discard 1 event?");
    browser.press("Escape");
  }

  @Test
  @Order(3)
  void showsTheTimelineOfAnAggregate() throws Exception {
    browser.click("document.querySelector('#aggregate')");
    browser.type("Order#1042");
    browser.press("Enter");
    browser.await("document.querySelector('#timeline-of')");

    assertThat(text("#timeline-result"))
        .contains("Order#1042", "OrderPlaced", "committed", "published to audit")
        .contains("parked for bus: REJECTED", "TooLarge: the entry is too large", "BEHIND")
        .doesNotContain("secret");
    browser.save("console-timeline.png");

    browser.evaluate("document.querySelector('#aggregate').value = ''");
    browser.click("document.querySelector('#aggregate')");
    browser.type("Order#9");
    browser.press("Enter");
    browser.await("document.querySelector('#timeline-result [role=alert]')");
    assertThat(text("#timeline-result")).contains("has no record of it");
  }

  @Test
  @Order(4)
  void hasNothingThatKeepsSomebodyOut() throws Exception {
    browser.evaluate("location.hash = 'aggregate=Order%231042'");
    browser.await("document.querySelector('#timeline-of')");
    browser.click("document.querySelector('#stuck-groups summary')");
    browser.await("document.querySelector('#stuck-groups a')");
    assertThat(Axe.violations(browser)).isEmpty();

    browser.media("dark");
    assertThat(Axe.violations(browser)).isEmpty();
    assertThat(browser.evaluate("getComputedStyle(document.body).backgroundColor").asText())
        .isEqualTo("rgb(20, 25, 27)");

    browser.size(360, 800);
    assertThat(browser.evaluate("document.documentElement.scrollWidth").asInt())
        .as("nothing has to be moved sideways")
        .isLessThanOrEqualTo(360);
    browser.save("console-narrow.png");
  }

  @Test
  @Order(5)
  void discardsWithTheKeyboardAlone() throws Exception {
    browser.evaluate("location.hash = 'aggregate=Order%231043'");
    browser.await("document.querySelector('#timeline-of')");
    browser.evaluate("document.activeElement.blur()");
    tabTo("Discard all…");
    browser.press("Enter");
    browser.await("document.activeElement?.id === 'because'");
    assertThat(text("#dialog")).contains("Order#1043", "for bus", "Discard 2 events?");
    assertThat(Axe.violations(browser)).isEmpty();

    browser.press("Escape");
    browser.await("!document.querySelector('#dialog').open");
    assertThat(parked("Order#1043")).as("nothing is done yet").contains("Order#1043");
    tabTo("Discard all…");
    browser.press("Enter");
    browser.await("document.activeElement?.id === 'because'");
    browser.type("a test order");
    browser.press("Enter");
    browser.await("document.querySelector('#dialog .success')");

    assertThat(text("#dialog")).contains("2 events taken out of the queue.");
    assertThat(browser.evaluate("document.activeElement.textContent").asText()).isEqualTo("Close");
    browser.press("Enter");
    browser.await("!document.querySelector('#dialog').open");
    browser.await("document.querySelector('#timeline-result').innerText.includes('a test order')");
    assertThat(parked("Order#1043")).startsWith("Nothing is parked of Order#1043.");
    browser.await(
        "document.querySelector('#findings').innerText.includes('1 queue for bus is empty, and"
            + " still held')");
  }

  @Test
  @Order(6)
  void sendsAnEventToAnotherTarget() throws Exception {
    browser.evaluate("location.hash = 'aggregate=Order%231042'");
    browser.await("document.querySelector('#timeline-of')");
    browser.click("document.querySelector('#timeline-result li li.parked button')");
    browser.await("document.activeElement?.id === 'to'");
    assertThat(text("#dialog"))
        .contains("Send to another target", "Order#1042", "Send 1 event there?");
    browser.click("document.querySelector('#because')");
    browser.type("the bus refuses its size");
    browser.click("document.querySelector('#dialog button[type=submit]')");
    browser.await("document.querySelector('#dialog .success')");

    assertThat(text("#dialog"))
        .contains("1 event taken out of the queue.", "published by the next redrive");
    assertThat(sent("audit", "4042-placed")).as("to audit").isEqualTo(1);
    browser.click("document.querySelector('#dialog button')");
    browser.await(
        "document.querySelector('#timeline-result').innerText.includes('sent to audit instead of"
            + " bus')");
  }

  @Test
  @Order(7)
  void losesNoClickThatLastsWhileTheFiguresChange() throws Exception {
    String age = "document.querySelector('#stuck-groups .figures > div:nth-child(3) dd')";
    browser.click(
        "document.querySelector('#stuck-groups header button')",
        () -> {
          String before = browser.evaluate(age + ".textContent").asText();
          browser.await(age + ".textContent !== '" + before + "'");
        });
    browser.await("document.querySelector('#dialog .question')");
    browser.press("Escape");
    browser.await("!document.querySelector('#dialog').open");
    assertThat(browser.evaluate("document.activeElement.textContent").asText())
        .isEqualTo("Redrive…");
  }

  @Test
  @Order(8)
  void redrivesAfterAQuestionAndIsCalmThen() throws Exception {
    browser.click("document.querySelector('#findings button')");
    browser.await("document.querySelector('#dialog .question')");
    assertThat(text("#dialog"))
        .contains("Order#1041", "Publish up to 4 events of 2 queues?", "for bus, REJECTED");
    browser.save("console-redrive.png");
    assertThat(published("1041")).isZero();

    browser.click("document.querySelector('#dialog button[type=submit]')");
    browser.await("document.querySelector('#dialog .success')");

    assertThat(text("#dialog")).contains("4 events published, 2 queues released.");
    assertThat(published("1041")).isEqualTo(2);
    browser.click("document.querySelector('#dialog button')");
    browser.await("document.querySelectorAll('#findings li').length === 1");
    assertThat(text("#findings")).contains("1 event waits for bus");
    browser.click("document.querySelector('#findings button')");
    browser.await("document.querySelector('#dialog .question')");
    browser.click("document.querySelector('#dialog button[type=submit]')");
    browser.await("document.querySelector('#dialog .success')");
    browser.click("document.querySelector('#dialog button')");
    browser.await("document.querySelector('#headline').textContent === 'Everything flows'");
    assertThat(text("#stuck-groups")).isEqualTo("Nothing is parked.");
    browser.saveState("calm");
  }

  @Test
  @Order(9)
  void asksNobodyButTheConsole() {
    assertThat(browser.requested())
        .contains(console.url() + "live")
        .allMatch(url -> url.startsWith(console.url().toString()) || url.equals("about:blank"));
    assertThat(browser.complaints())
        .allMatch(complaint -> complaint.contains("status of 400"), "only the unknown aggregate");
  }

  /** A chat has cut it off in the middle of a character. */
  @Test
  @Order(10)
  void survivesALinkThatIsCutOff() throws Exception {
    browser.evaluate("location.hash = 'aggregate=Order%231042%E2%8'");
    browser.await("document.querySelector('#timeline-of')");

    assertThat(text("#timeline-of")).startsWith("Order#1042");
    assertThat(text("#connection")).startsWith("Live, ");
  }

  @Test
  @Order(11)
  void saysWhyInADialogOnANarrowScreen() throws Exception {
    LaneKey lane = new LaneKey("bus", "Order#1050");
    outbox.commit(Aggregate.of("Order", "1050").at(1), "OrderPlaced", "1050-placed");
    outbox.park(new QueueName.Lane(lane), outbox.parkable(lane, ParkReason.REJECTED));
    browser.size(390, 844);
    browser.await("document.querySelector('#stuck-groups header button:last-of-type')");
    browser.click("document.querySelector('#stuck-groups header button:last-of-type')");
    browser.await("document.querySelector('#dialog .question')");

    assertThat(text("#dialog")).contains("1050", "TooLarge: the entry is too large");
    String why =
        "[...document.querySelectorAll('#dialog td')].find((cell) =>"
            + " cell.textContent.includes('TooLarge')).getBoundingClientRect()";
    assertThat(browser.evaluate(why + ".right").asInt()).isLessThanOrEqualTo(390);
    assertThat(browser.evaluate(why + ".left").asInt()).isNotNegative();
    browser.save("console-dialog-narrow.png");
    browser.press("Escape");
    browser.await("!document.querySelector('#dialog').open");
  }

  /** The last test: it ends the console. */
  @Test
  @Order(12)
  void callsNothingGoodThatItCannotSee() throws Exception {
    browser.await("document.querySelector('#findings button')");
    console.close();
    browser.await("document.querySelector('#verdict').dataset.level === 'unknown'");

    assertThat(text("#headline")).isEqualTo("Not known: the connection is lost");
    assertThat(text("#connection")).contains("Lost since ", " UTC: is outbox console still");
    assertThat(
            browser
                .evaluate(
                    "document.querySelectorAll('main button:not([type=submit]):enabled').length")
                .asInt())
        .isZero();
    browser.save("console-lost.png");
    browser.saveState("stale");
  }

  private static void tabTo(String label) throws Exception {
    for (int presses = 0; presses < 60; presses++) {
      browser.press("Tab");
      if (browser.evaluate("document.activeElement.textContent").asText().equals(label)) {
        return;
      }
    }
    throw new AssertionError("the Tab key does not reach: " + label);
  }

  private static String text(String selector) throws Exception {
    return browser.evaluate("document.querySelector('" + selector + "').innerText").asText();
  }

  private static String parked(String aggregate) {
    return outbox.run("parked", "--aggregate", aggregate).out();
  }

  private static long published(String id) {
    return outbox.servers().cloud.events(outbox.servers().bus, 0).stream()
        .filter(
            event -> event.body().contains("Order#" + id) || event.body().contains('"' + id + '"'))
        .count();
  }

  private static long sent(String target, String event) {
    return outbox.published(target).stream()
        .filter(each -> event.equals(each.path("id").asText()))
        .count();
  }
}
