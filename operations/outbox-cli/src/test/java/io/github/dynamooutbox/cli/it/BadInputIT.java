package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.github.dynamooutbox.aws.config.RelayConfigSource;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.writer.Aggregate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What is wrong in a command line, or missing, is said before anything is changed. */
class BadInputIT {
  @RegisterExtension static final OperatedSystem system = new OperatedSystem();

  private static final String FORBIDDEN =
      """
      {"__type": "com.amazonaws.dynamodb.v20120810#AccessDeniedException",
       "Message": "User: arn:aws:iam::1:user/me is not authorized to perform: dynamodb:Some"}
      """;

  private static final String COMMANDS =
      """
      status
      list
      show Order#1
      tail
      parked
      parked --events
      redrive --yes
      reroute --target bus --aggregate Order#1 --to audit --because x --yes
      discard --target bus --aggregate Order#1 --because x --yes
      purge --target bus --because x --yes
      audit --from 1h --settle 0s --state DIR
      replay --aggregate Order#1 --target bus --yes
      replay --from 1h --target bus --yes
      """;

  private static TestOutbox outbox;

  @TempDir private Path directory;

  @BeforeAll
  static void parkOne() throws Exception {
    outbox = system.outbox().withTable();
    outbox.commit(Aggregate.of("Order", "1").at(1), "Placed", "e-1");
    outbox.parkAll(List.of(new LaneKey("bus", "Order#1")), ParkReason.REJECTED);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      textBlock =
          """
          redrive --aggregate Order#9 --yes                      | --aggregate "Order#9": no events of it are parked
          redrive --target nope --yes                            | --target "nope": the configuration has no such target; it has audit, bus
          redrive --reason nope --yes                            | '--reason' (REASON): expected one of [REJECTED,
          reroute --target bus --aggregate Order#9 --to audit --because x --yes | nothing is parked of Order#9 for bus
          reroute --target bus --aggregate Order#1 --to nope --because x --yes  | --to "nope": the configuration has no such target
          reroute --target bus --aggregate Order#1 --event e-9 --to audit --because x --yes | nothing is parked of Order#1 for bus with the id e-9
          discard --target bus --aggregate Order#9 --because x --yes            | nothing is parked of Order#9 for bus
          discard --target nope --aggregate Order#1 --because x --yes           | --target "nope": the configuration has no such target
          discard --target bus --because x --yes                 | say which events: --aggregate
          discard --aggregate Order#1 --because x --yes          | Missing required option: '--target=NAME'
          purge --target nope --because x --yes                  | --target "nope": nothing is parked for it; 'parked' shows
          parked --target nope                                   | --target "nope": the configuration has no such target
          show Order#9                                           | Order#9: the table
          show Order#1 --event e-9                               | e-9
          show e-1                                               | AGGREGATE "e-1": must be a type and an id with a # between them
          list --from yesterday                                  | --from "yesterday": must be a time in UTC, as in 2026-11-22T03:00:00Z, or how long ago
          list --from 1h --to 2h                                 | --from 1h --to 2h: there is nothing in this range
          list --limit 0                                         | --limit 0: must be from 1 to
          tail --target nope                                     | --target "nope": the configuration has no such target
          audit --from yesterday                                 | --from "yesterday": must be a time in UTC
          audit --from 1h --to 2h                                | is empty: the end has to be after the beginning
          audit --from 3h --to 2h --settle 0s --state DIR        | has no record from this time
          audit --relayed-until 2999-01-01T00:00:00Z             | --relayed-until 2999-01-01T00:00:00Z: is in the future
          replay --missing --relayed-until 2999-01-01T00:00:00Z --yes | --relayed-until 2999-01-01T00:00:00Z: is in the future
          parked --profile nope                                  | --profile "nope": aws.accessKeyId is set
          audit --settle soon                                    | --settle "soon": must be a duration, as in 90s
          replay --aggregate Order#9 --target bus --yes          | no record in the table matches
          replay --id e-9 --target bus --yes                     | no record in the table matches
          replay --from 3h --to 2h --target bus --yes            | no record in the table matches
          replay --from yesterday --target bus --yes             | --from "yesterday": must be a time in UTC
          replay --aggregate Order#1 --target nope --yes         | --target "nope": the configuration has no such target
          replay --aggregate Order#1 --rate 0 --yes              | --rate 0.0: must be more than 0; leave it out for no limit
          audit --rcu 0                                          | --rcu 0.0: must be more than 0
          replay --target bus --yes                              | say what to publish
          failures                                               | Missing required option: '--bucket=NAME'
          failures --bucket b --from yesterday                   | --from "yesterday": must be a time in UTC
          resend --yes                                           | Missing required option: '--bucket=NAME'
          console --port nope                                    | '--port': 'nope' is not an int
          console --port 99999                                   | --port 99999: cannot be used
          status --nope                                          | Unknown option: '--nope'
          doctor --nope                                          | Unknown option: '--nope'
          nope                                                   | Unmatched argument at index 0: 'nope'
          """)
  void saysWhatIsWrongInACommandLine(String line, String message) throws IOException {
    assertRefused(2, message, outbox.document(), line);
  }

  static Stream<String> commands() {
    return COMMANDS.lines();
  }

  /** Whatever is parked in the control table: nobody hears that all is well with such a table. */
  @ParameterizedTest
  @MethodSource("commands")
  void saysThatTheTableIsNone(String line) throws IOException {
    assertNone(outbox.table(), line);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void saysThatTheControlTableIsNone(String line) throws IOException {
    if (Stream.of("parked", "redrive", "reroute", "discard", "purge").anyMatch(line::startsWith)) {
      assertNone(system.servers().control, line);
    }
  }

  private void assertNone(String name, String line) throws IOException {
    assertRefused(
        3,
        "table \"no-such-table\" does not exist in this region and account: correct its name",
        outbox.document().replace('"' + name + '"', "\"no-such-table\""),
        line);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void saysWhichRightIsMissing(String line) throws IOException {
    HttpServer forbids = forbidding();
    try {
      assertRefused(
          3,
          "not authorized to perform: dynamodb:Some",
          outbox.document(),
          line + " --endpoint http://127.0.0.1:" + forbids.getAddress().getPort());
    } finally {
      forbids.stop(0);
    }
  }

  private void assertRefused(int code, String message, String document, String line)
      throws IOException {
    Set<Object> before = state();
    Path state = Files.createTempDirectory(directory, "state").resolve("audit");
    List<String> arguments = new ArrayList<>(Arrays.asList(line.split(" ")));
    arguments.replaceAll(argument -> argument.equals("DIR") ? state.toString() : argument);
    Ended ended =
        OperatedSystem.run(
            Map.of(RelayConfigSource.INLINE, document), arguments.toArray(String[]::new));
    assertThat(ended.err()).as(line).contains(message).doesNotContain("\tat ");
    assertThat(ended.code()).as("%s: %s", line, ended.err()).isEqualTo(code);
    assertThat(state()).as(line).isEqualTo(before);
  }

  /** All items of this outbox, and all that its targets have. */
  private static Set<Object> state() {
    Set<Object> state =
        Stream.of(outbox.table(), system.servers().control)
            .flatMap(
                table ->
                    system
                        .servers()
                        .dynamoDb
                        .client()
                        .scanPaginator(scan -> scan.tableName(table))
                        .items()
                        .stream())
            .filter(BadInputIT::isOfThisOutbox)
            .collect(Collectors.toSet());
    state.addAll(outbox.published("bus"));
    state.addAll(outbox.published("audit"));
    return state;
  }

  private static boolean isOfThisOutbox(Map<String, AttributeValue> item) {
    String partition = item.get("PK").s();
    return partition.startsWith("OUTBOX#") || partition.startsWith(outbox.table());
  }

  private static HttpServer forbidding() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          byte[] body = FORBIDDEN.getBytes(StandardCharsets.UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/x-amz-json-1.0");
          exchange.sendResponseHeaders(400, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    return server;
  }
}
