package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.LocalControlTable.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.control.SegmentStore.BatchWrite;
import io.github.dynamooutbox.aws.internal.table.Calls;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.ConsumedUnits;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.queue.QueueEvents;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.park.queue.SavedCircuit;
import io.github.dynamooutbox.relay.park.queue.SavedMemory;
import io.github.dynamooutbox.relay.park.queue.Segment;
import io.github.dynamooutbox.relay.route.LaneKey;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What queues cost, in units as DynamoDB counts them. docs/internals/queues.md has the figures. */
class QueueCostIT {
  private static final int CLOSED_LANES = 20_000;
  private static final OptionalLong ALL = OptionalLong.empty();

  @RegisterExtension static final LocalControlTable table = new LocalControlTable();
  private static ConsumedUnits units;
  private static DynamoDbClient client;

  private final Random random = new Random(1);
  private String stream;
  private QueueTable queues;

  @BeforeAll
  static void start() {
    units = new ConsumedUnits();
    client = table.client(units);
  }

  @AfterAll
  static void stop() {
    client.close();
  }

  @BeforeEach
  void newStream() {
    stream = AwsUnderTest.unique("stream");
    queues = table.of(stream, client).queues();
    units.read();
    units.written();
  }

  @Test
  void readsTwoUnitsABatchAtRestAndWithABacklogHeld() {
    List<LaneKey> lanes = lanes(500, "Order#");
    get(queues.view("shard-1", lanes));
    // DynamoDB counts a unit for an item that is not there, DynamoDB Local does not.
    assertThat(units.read()).isLessThanOrEqualTo(2);
    SavedCircuit open =
        new SavedCircuit(
            SavedCircuit.State.OPEN, QueueEvents.NOW, 3, QueueEvents.NOW, QueueEvents.NOW, "");
    get(queues.save("shard-1", SavedMemory.Change.ofCircuit("billing", Optional.of(open))));
    get(queues.hold(QueueName.Part.of(lanes.get(0)), 0, QueueEvents.NOW));
    units.read();
    get(queues.view("shard-1", lanes));
    assertThat(units.read()).isEqualTo(2);
  }

  @Test
  void shedsAndBringsBackForAboutOneUnitAnEvent() {
    print("shed 1,000 events of 1 KB in one batch", shed(1_000, 1));
    double back = bringBack();
    print("bring them back, write units", back);
    print("bring them back, read units", units.read() / 1_000);
    newStream();
    double small = shed(100, 10);
    print("shed 1,000 events of 1 KB in ten batches", small);
    assertThat(small).isLessThan(2);
    assertThat(back).isLessThan(1);
  }

  /** Write units an event. */
  private double shed(int batch, int batches) {
    for (int i = 0; i < batches; i++) {
      Map<QueueName.Part, List<ParkedEvent>> byPart =
          new TreeMap<>(Comparator.comparing(QueueName.Part::part));
      for (int j = 0; j < batch; j++) {
        LaneKey lane = new LaneKey("billing", "Order#" + random.nextInt(400));
        long position = (long) i * batch + j;
        byPart
            .computeIfAbsent(QueueName.Part.of(lane), each -> new ArrayList<>())
            .add(QueueEvents.event(lane, position, ParkReason.BLOCKED, payload()));
      }
      boolean first = i == 0;
      byPart.forEach((part, events) -> append(part, events, first));
    }
    return units.written() / (batch * batches);
  }

  private void append(QueueName queue, List<ParkedEvent> events, boolean hold) {
    if (hold) {
      get(queues.hold(queue, 0, QueueEvents.NOW));
    }
    long number = get(queues.reserve(queue)) instanceof QueueState.Held held ? held.last() : -1;
    get(queues.put(queue, number, events));
    get(queues.confirm(queue, number, Map.of(ParkReason.BLOCKED, events.size())));
  }

  private double bringBack() {
    units.read();
    int events = 0;
    for (int part = 0; part < QueueName.PARTS; part++) {
      QueueName queue = new QueueName.Part("billing", part);
      get(queues.state(queue));
      List<Segment> segments = get(queues.read(queue, Optional.empty(), ALL, 1_000));
      events += segments.stream().mapToInt(segment -> segment.events().size()).sum();
      get(queues.remove(queue, segments, Optional.empty()));
      get(queues.close(queue, new QueueState.Closing(QueueEvents.NOW, "a")));
      get(queues.read(queue, Optional.empty(), ALL, 1_000));
      get(queues.release(queue, "a"));
    }
    assertThat(events).isEqualTo(1_000);
    return units.written() / events;
  }

  @Test
  void batchReadsNoMoreThanItsLanesWhateverIsClosed() {
    closeLanes();
    List<LaneKey> others = lanes(500, "Payment#");
    assertThat(get(queues.view("shard-1", others)).closedLanes()).isEmpty();
    double open = units.read();
    List<LaneKey> closed = lanes(500, "Order#");
    assertThat(get(queues.view("shard-1", closed)).closedLanes()).hasSize(500);
    print("view of 500 open lanes at 20,000 closed ones, read units", open);
    print("view of 500 closed lanes at 20,000 closed ones, read units", units.read());
    assertThat(open).isLessThan(1.5 * 500);
    get(queues.view("shard-1", lanes(50, "Payment#")));
    print("view of 50 open lanes at 20,000 closed ones, read units", units.read());
  }

  private void closeLanes() {
    QueueKeys keys = new QueueKeys(new Keys(stream));
    List<Map<String, AttributeValue>> states = new ArrayList<>();
    for (LaneKey lane : lanes(CLOSED_LANES, "Order#")) {
      QueueName queue = new QueueName.Lane(lane);
      states.add(QueueStates.of(keys.state(queue), queue, QueueStates.HELD, 1, QueueEvents.NOW));
    }
    get(new BatchWrite(new Calls(client, LocalControlTable.NAME, table.executor())).put(states));
    for (LaneKey lane : lanes(200, "Order#")) {
      new LaneFlags(LocalControlTable.NAME, keys).raise(client, new QueueName.Lane(lane));
    }
    units.read();
    units.written();
    get(queues.hold(new QueueName.Lane(new LaneKey("billing", "Late#1")), 0, QueueEvents.NOW));
    print("close one lane, write units", units.written());
    units.read();
  }

  private static List<LaneKey> lanes(int number, String prefix) {
    List<LaneKey> lanes = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      lanes.add(new LaneKey("billing", prefix + i));
    }
    return lanes;
  }

  /** About 1 KB of JSON, of which about half can be deflated. */
  private String payload() {
    byte[] bytes = new byte[360];
    random.nextBytes(bytes);
    return "{\"customer\":\"%s\",\"text\":\"%s\"}"
        .formatted(
            Base64.getEncoder().encodeToString(bytes), "the order was changed by you. ".repeat(16));
  }

  private static void print(String what, double units) {
    System.out.printf("FIGURE %s: %.3f%n", what, units);
  }
}
