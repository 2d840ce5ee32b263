package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** What the commands that read 200,000 parked events in 20,000 queues take. */
@Tag("full")
@EnabledOnOs(OS.LINUX)
class ParkedSizeIT {
  private static final int LANES = 20_000;
  private static final int EVENTS = 10;
  private static final double MOST_CPU_SECONDS = 5;
  private static final long MOST_MEGABYTES = 250;

  /** What differs between lanes; as long as the numbers that replace it. */
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
      if (isBroken || spent.cpuSeconds() > MOST_CPU_SECONDS || spent.megabytes() > MOST_MEGABYTES) {
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
    ParkedEvent like = outbox.parkable(lane, ParkReason.REJECTED).get(0);
    List<ParkedEvent> events = new ArrayList<>();
    for (int index = 0; index < EVENTS; index++) {
      ParkedEvent.Place place =
          new ParkedEvent.Place(lane, new StreamPosition("1"), like.place().record(), index);
      events.add(
          new ParkedEvent(place, like.cause(), like.attempts(), like.item(), like.published()));
    }
    outbox.park(new QueueName.Lane(lane), events);

    List<Map<String, AttributeValue>> parked =
        outbox.controlItems().all().stream()
            .filter(item -> (item.get("PK").s() + item.get("SK").s()).contains(NAME))
            .collect(Collectors.toList());
    copy(outbox, outbox.controlTable(), parked);
    copy(
        outbox,
        outbox.table(),
        outbox.servers().dynamoDb.client().scan(scan -> scan.tableName(outbox.table())).items());
  }

  private static void copy(
      TestOutbox outbox, String table, List<Map<String, AttributeValue>> items) {
    IntStream.range(0, LANES * items.size() / 25)
        .parallel()
        .mapToObj(
            batch ->
                IntStream.range(batch * 25, batch * 25 + 25)
                    .mapToObj(i -> copy(items.get(i % items.size()), i / items.size()))
                    .map(item -> WriteRequest.builder().putRequest(put -> put.item(item)).build())
                    .toList())
        .forEach(
            batch ->
                outbox
                    .servers()
                    .dynamoDb
                    .client()
                    .batchWriteItem(write -> write.requestItems(Map.of(table, batch))));
  }

  private static Map<String, AttributeValue> copy(Map<String, AttributeValue> item, int number) {
    Map<String, AttributeValue> copy = new HashMap<>();
    item.forEach((name, value) -> copy.put(name, copy(value, "%05d".formatted(number))));
    return copy;
  }

  private static AttributeValue copy(AttributeValue value, String number) {
    if (value.s() != null) {
      return AttributeValue.fromS(value.s().replace(NAME, number));
    }
    if (value.hasL()) {
      return AttributeValue.fromL(value.l().stream().map(each -> copy(each, number)).toList());
    }
    if (value.hasM()) {
      Map<String, AttributeValue> fields = new HashMap<>();
      value.m().forEach((name, each) -> fields.put(name, copy(each, number)));
      return AttributeValue.fromM(fields);
    }
    return value.b() == null ? value : AttributeValue.fromB(segment(value.b(), number));
  }

  /** A byte, and the deflated events. */
  private static SdkBytes segment(SdkBytes form, String number) {
    byte[] bytes = form.asByteArray();
    ByteArrayOutputStream copy = new ByteArrayOutputStream();
    copy.write(bytes[0]);
    try (InflaterInputStream events =
            new InflaterInputStream(new ByteArrayInputStream(bytes, 1, bytes.length - 1));
        DeflaterOutputStream out = new DeflaterOutputStream(copy)) {
      String text = new String(events.readAllBytes(), StandardCharsets.ISO_8859_1);
      out.write(text.replace(NAME, number).getBytes(StandardCharsets.ISO_8859_1));
      out.finish();
      return SdkBytes.fromByteArray(copy.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
