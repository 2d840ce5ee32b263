package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the console answers, and to whom. */
class ConsoleIT {
  private static final LaneKey LANE = new LaneKey("bus", "Order#2");

  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private static TestOutbox outbox;
  private static ServedConsole console;

  @BeforeAll
  static void serve() throws Exception {
    outbox = system.outbox().withTable();
    outbox.commit(Aggregate.of("Order", "1").at(1), "Placed", "out-there");
    outbox.commit(Aggregate.of("Order", "2").at(1), "Placed", "stuck");
    outbox.commit(Aggregate.of("Order", "2").at(2), "Paid", "behind");
    outbox.receipt("Order#1", Set.of("bus", "audit"), Set.of("bus", "audit"));
    outbox.park(new QueueName.Lane(LANE), outbox.parkable(LANE, ParkReason.REJECTED));
    console = ServedConsole.of(outbox);
  }

  @AfterAll
  static void end() {
    console.close();
  }

  @Test
  void servesOnLoopbackUnderATokenThatItWritesOnlyInTheUrl() throws Exception {
    assertThat(console.url().toString()).matches("http://127\\.0\\.0\\.1:\\d+/[A-Za-z0-9_-]{43}/");
    console.get("no-such-page");
    assertThat(console.written().lines().filter(line -> !line.startsWith("Working, ")))
        .hasSize(3)
        .startsWith(console.url().toString())
        .endsWith("Serving it until Ctrl-C.");
  }

  @Test
  void letsThePageLoadNothingFromElsewhere() throws Exception {
    HttpResponse<String> page = console.get("");

    assertThat(page.statusCode()).isEqualTo(200);
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .contains("default-src 'none'", "connect-src 'self'", "frame-ancestors 'none'")
        .doesNotContain("unsafe", "http");
    assertThat(page.headers().firstValue("Referrer-Policy")).contains("no-referrer");
    assertThat(page.body()).doesNotContainPattern("(src|href)=\"(https?:)?//");
    assertThat(console.get("console.js").statusCode()).isEqualTo(200);
    assertThat(console.get("ConsoleCommand.class").statusCode()).isEqualTo(404);
    assertThat(console.get("../" + console.url().getPath().substring(1) + "x").statusCode())
        .isEqualTo(404);
  }

  @Test
  void refusesWhoeverDoesNotKnowTheToken() throws Exception {
    String token = console.url().getPath();
    String other = (token.charAt(1) == 'a' ? "/b" : "/a") + token.substring(2);
    for (String path :
        List.of(
            "/",
            "/index.html",
            "/live",
            other,
            other + "live",
            token.substring(0, 20) + "/",
            token.replaceAll("/$", ""))) {
      assertThat(console.get(path).statusCode()).as(path).isEqualTo(403);
    }
  }

  @Test
  void refusesAnotherNameForThisAddress() throws Exception {
    String path = console.url().getPath();
    String port = ":" + console.url().getPort();

    assertThat(status("GET", path, "Host: 127.0.0.1" + port)).contains(" 200 ");
    assertThat(status("GET", path, "Host: localhost" + port)).contains(" 200 ");
    assertThat(status("GET", path, "Host: rebound.example" + port)).contains(" 403 ");
    assertThat(status("GET", path, "Host: 127.0.0.1")).contains(" 403 ");
    assertThat(status("GET", path, "X-Other: 1")).contains(" 403 ");
  }

  @Test
  void refusesWhatAPageOfAnotherOriginAsksFor() throws Exception {
    String host = "Host: " + console.url().getAuthority();
    String live = console.url().getPath() + "console.js";

    assertThat(status("GET", live, host, "Sec-Fetch-Site: same-origin")).contains(" 200 ");
    assertThat(status("GET", live, host, "Sec-Fetch-Site: cross-site")).contains(" 403 ");
    assertThat(status("GET", live, host, "Sec-Fetch-Site: same-site")).contains(" 403 ");
    assertThat(
            status(
                "GET",
                console.url().getPath(),
                host,
                "Sec-Fetch-Site: cross-site",
                "Sec-Fetch-Mode: navigate",
                "Sec-Fetch-Dest: document"))
        .as("a link to the console")
        .contains(" 200 ");
  }

  private static String status(String method, String path, String... headers) throws Exception {
    return console.raw(
        "%s %s HTTP/1.1\r\n%s\r\nConnection: close\r\n\r\n"
            .formatted(method, path, String.join("\r\n", headers)));
  }

  @Test
  void showsWhatIsWrongToAnyNumberOfPages() throws Exception {
    JsonNode news = console.live("status", any -> true);

    JsonNode worst = news.at("/status/verdict/findings/0");
    assertThat(worst.path("level").asText()).isEqualTo("bad");
    assertThat(worst.path("what").asText())
        .isEqualTo("2 events are stuck: bus rejects the first of them");
    assertThat(news.at("/status/verdict/causes/0/causes/0/message").asText())
        .isEqualTo("the entry is too large");
    assertThat(news.path("status").path("table").asText()).isEqualTo(outbox.table());
    assertThat(news.toString()).doesNotContain("secret");
  }

  /** A new one is committed each minute, and has seconds to arrive. */
  @Test
  void warnsOfARelayThatStandsWhileHeartbeatsAreCommitted() throws Exception {
    TestOutbox standing = system.outbox().withTable();
    Aggregate heartbeat = Aggregate.heartbeat(standing.table());
    for (int age : List.of(361, 300, 2)) {
      standing.commit(heartbeat, "Heartbeat", "h-" + age, Instant.now().minusSeconds(age));
    }

    try (ServedConsole other = ServedConsole.of(standing)) {
      assertThat(other.live("status", any -> true).at("/status/verdict/findings"))
          .singleElement()
          .asString()
          .contains("\"level\":\"bad\"", "No heartbeat has arrived for 6 min ")
          .contains("The relay has stopped or is far behind");
    }
  }

  @Test
  void showsFlowAndLagOfEachTarget() throws Exception {
    JsonNode targets =
        console
            .live("status", news -> total(news.path("flow").path("targets").path("bus")) > 0)
            .path("flow")
            .path("targets");

    assertThat(targets.fieldNames()).toIterable().containsExactly("bus", "audit");
    assertThat(total(targets.path("audit"))).isEqualTo(1);
    assertThat(targets.path("bus").path("slowestMillis"))
        .hasSize(119)
        .anyMatch(each -> each.asLong() > 0);
  }

  private static long total(JsonNode target) {
    return StreamSupport.stream(target.path("events").spliterator(), false)
        .mapToLong(JsonNode::asLong)
        .sum();
  }

  @Test
  void showsTheTimelineOfAnAggregateWithoutPayloads() throws Exception {
    HttpResponse<String> found = console.get("timeline?aggregate=Order%232");

    assertThat(found.statusCode()).isEqualTo(200);
    assertThat(found.body())
        .contains("\"stuck\"", "the entry is too large", "\"BEHIND\"")
        .doesNotContain("secret");
    HttpResponse<String> unknown = console.get("timeline?aggregate=Order%239");
    assertThat(unknown.statusCode()).isEqualTo(400);
    assertThat(unknown.body()).contains("Order#9: the table", "has no record of it");
    HttpResponse<String> name = console.get("timeline?aggregate=Order");
    assertThat(name.statusCode()).isEqualTo(400);
    assertThat(name.body()).contains("must be a type and an id");
  }

  @Test
  void showsPayloadsToWhoeverHasAskedForThem() throws Exception {
    try (ServedConsole other = ServedConsole.of(outbox, "--show-payload")) {
      assertThat(other.get("timeline?aggregate=Order%232").body()).contains("{\\\"secret\\\": 1}");
    }
  }

  @Test
  void doesNotServeWhatItCannotRead() {
    Ended ended = system.outbox().run("console");

    assertThat(ended.code()).isEqualTo(3);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).contains("does not exist in this region and account");
  }

  @Test
  void saysThatThePortIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0)) {
      Ended ended = outbox.run("console", "--port", Integer.toString(taken.getLocalPort()));

      assertThat(ended.code()).isEqualTo(2);
      assertThat(ended.err()).contains("--port " + taken.getLocalPort(), "choose another");
    }
  }
}
