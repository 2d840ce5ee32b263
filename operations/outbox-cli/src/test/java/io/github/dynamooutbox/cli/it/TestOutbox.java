package io.github.dynamooutbox.cli.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.aws.config.RelayConfig;
import io.github.dynamooutbox.aws.config.RelayConfigSource;
import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.aws.host.AwsControl;
import io.github.dynamooutbox.cli.it.OperatedSystem.Ended;
import io.github.dynamooutbox.cli.it.OperatedSystem.Servers;
import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.format.sdk.SdkItem;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.relay.park.ParkReason;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import io.github.dynamooutbox.relay.park.ParkedEvent.Attempts;
import io.github.dynamooutbox.relay.park.ParkedEvent.Cause;
import io.github.dynamooutbox.relay.park.ParkedEvent.Place;
import io.github.dynamooutbox.relay.park.queue.QueueName;
import io.github.dynamooutbox.relay.park.queue.QueueState;
import io.github.dynamooutbox.relay.park.queue.QueueTable;
import io.github.dynamooutbox.relay.receipt.Receipt;
import io.github.dynamooutbox.relay.receipt.Receipt.Handled;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import io.github.dynamooutbox.testdynamodb.TestTable;
import io.github.dynamooutbox.writer.Aggregate;
import io.github.dynamooutbox.writer.Event;
import io.github.dynamooutbox.writer.Outbox;
import io.github.dynamooutbox.writer.OutboxBuilder;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** One outbox: its configuration, what is parked for it, and the tool that operates it. */
final class TestOutbox {
  private static final String CONFIG =
      """
      {"table": {"name": "TABLE"},
       "controlTable": {"name": "CONTROL"},
       "relay": {"backoff": {"baseMillis": 1, "capMillis": 5}},
       "targets": {
         "bus":   {"type": "eventbridge", "busName": "BUS", "ordered": true},
         "audit": {"type": "kinesis", "streamName": "AUDIT"}},
       "routes": [{"match": {"aggregateType": [{"exists": true}]}, "to": ["bus", "audit"]}]}
      """;

  private static final String ONE_TARGET =
      """
      {"table": {"name": "TABLE"},
       "controlTable": {"name": "CONTROL"},
       "targets": {"queue": QUEUE},
       "routes": [{"to": ["queue"]}]}
      """;

  private final Servers servers;
  private final String table = AwsUnderTest.unique("orders");
  private final String document;
  private final String control;

  TestOutbox(Servers servers) {
    this(servers, CONFIG, "");
  }

  /** An outbox whose events all go to one target, which is called "queue". */
  TestOutbox(Servers servers, String target) {
    this(servers, ONE_TARGET, target);
  }

  private TestOutbox(Servers servers, String template, String target) {
    this(servers, template, target, servers.control);
  }

  private TestOutbox(Servers servers, String template, String target, String control) {
    this.servers = servers;
    this.control = control;
    document =
        template
            .replace("TABLE", table)
            .replace("CONTROL", control)
            .replace("BUS", servers.bus)
            .replace("AUDIT", servers.stream)
            .replace("QUEUE", target);
  }

  /** One whose relay takes a second for a minute, and whose heartbeats no rule publishes. */
  static TestOutbox impatient(Servers servers) {
    String template =
        CONFIG
            .replace(
                "{\"backoff\"",
                "{\"targetDownAfterSeconds\": 1, \"stuckAfterSeconds\": 1, \"backoff\"")
            .replace("{\"exists\": true}", "\"Order\"");
    return new TestOutbox(servers, template, "");
  }

  /** One whose control table nobody shares: so much is parked that others would read it, too. */
  static TestOutbox alone(Servers servers) {
    String control = AwsUnderTest.unique("control");
    ControlTable.create(servers.dynamoDb.client(), control);
    servers.dynamoDb.created(control);
    return new TestOutbox(servers, CONFIG, "", control);
  }

  String table() {
    return table;
  }

  String document() {
    return document;
  }

  RelayConfig config() {
    return RelayConfig.parse(document);
  }

  /** Runs the tool on this outbox. */
  Ended run(String... arguments) {
    return OperatedSystem.run(Map.of(RelayConfigSource.INLINE, document), arguments);
  }

  /** Runs the tool on this outbox, and asserts that it publishes, writes and deletes nothing. */
  Ended runWithoutEffect(String... arguments) {
    Effects before = Effects.of(this);
    Ended ended = run(arguments);
    assertThat(Effects.of(this)).as(String.join(" ", arguments)).isEqualTo(before);
    return ended;
  }

  /** Creates its table, with a stream. */
  TestOutbox withTable() {
    TestTable.named(table).create(servers.dynamoDb.client());
    servers.dynamoDb.created(table);
    return this;
  }

  String streamArn() {
    return servers
        .dynamoDb
        .client()
        .describeTable(get -> get.tableName(table))
        .table()
        .latestStreamArn();
  }

  /** Commits an event as a service does. */
  void commit(Aggregate aggregate, String type, String id) {
    commit(aggregate, type, id, Instant.now());
  }

  /** The same at another time. */
  void commit(Aggregate aggregate, String type, String id, Instant at) {
    service()
        .clock(() -> at)
        .build()
        .transaction()
        .events(aggregate, Event.ofJson(type, "{\"secret\": 1}").id(id))
        .commit();
  }

  /** Puts something into an aggregate's partition that no version can read. */
  void putUnreadable(String aggregate) {
    servers
        .dynamoDb
        .client()
        .putItem(
            put ->
                put.tableName(table)
                    .item(
                        Map.of(
                            "PK", AttributeValue.fromS("OUTBOX#" + aggregate),
                            "SK", AttributeValue.fromS("1"))));
  }

  /** As TTL does when they have expired. */
  void deleteRecords(String aggregate) {
    items(aggregate)
        .forEach(
            item ->
                servers
                    .dynamoDb
                    .client()
                    .deleteItem(
                        delete ->
                            delete
                                .tableName(table)
                                .key(Map.of("PK", item.get("PK"), "SK", item.get("SK")))));
  }

  /** What {@link #putUnreadable} has put there, as a relay parks it. */
  ParkedEvent unreadable(LaneKey lane) {
    Map<String, AttributeValue> item = items(lane.aggregate()).get(0);
    return new ParkedEvent(
        new Place(
            lane,
            new StreamPosition("1"),
            new RecordKey(item.get("PK").s(), item.get("SK").s()),
            ParkedEvent.WHOLE_RECORD),
        new Cause(ParkReason.MALFORMED, "Malformed", "v: found nothing"),
        new Attempts(0, Instant.now(), Instant.now()),
        new SdkItem(item),
        Set.of());
  }

  /** An outbox as the service has it. */
  OutboxBuilder<Outbox> service() {
    return Outbox.builder(servers.dynamoDb.client()).table(table).source("/orders");
  }

  private List<Map<String, AttributeValue>> items(String aggregate) {
    return servers
        .dynamoDb
        .client()
        .query(
            request ->
                request
                    .tableName(table)
                    .keyConditionExpression("PK = :pk")
                    .expressionAttributeValues(
                        Map.of(":pk", AttributeValue.fromS("OUTBOX#" + aggregate))))
        .items();
  }

  private static DecodeResult.Decoded record(Map<String, AttributeValue> item) {
    return (DecodeResult.Decoded)
        new RecordCodec(OutboxSchema.defaults()).decode(new SdkItem(item));
  }

  /** What is committed of an aggregate, as a relay parks it: one by one, in order. */
  List<ParkedEvent> parkable(LaneKey lane, ParkReason first) {
    List<ParkedEvent> events = new ArrayList<>();
    for (Map<String, AttributeValue> item : items(lane.aggregate())) {
      ParkReason reason = events.isEmpty() ? first : ParkReason.BEHIND;
      StreamPosition position = new StreamPosition(Integer.toString(events.size() + 1));
      events.add(
          new ParkedEvent(
              new Place(lane, position, record(item).key(), 0),
              new Cause(reason, "TooLarge", "the entry is too large"),
              new Attempts(1, Instant.now(), Instant.now()),
              new SdkItem(item),
              Set.of()));
    }
    return events;
  }

  /** All events of an aggregate's first record, as a relay parks them. */
  List<ParkedEvent> parkableOfRecord(LaneKey lane, ParkReason first) {
    ParkedEvent like = parkable(lane, first).get(0);
    List<ParkedEvent> events = new ArrayList<>();
    for (int index = 0;
        index < record(items(lane.aggregate()).get(0)).record().events().size();
        index++) {
      Place place = new Place(lane, like.place().position(), like.place().record(), index);
      Cause cause =
          index == 0
              ? like.cause()
              : new Cause(ParkReason.BEHIND, like.cause().code(), like.cause().message());
      events.add(new ParkedEvent(place, cause, like.attempts(), like.item(), like.published()));
    }
    return events;
  }

  /** Writes a receipt of an aggregate's first event as a relay does. */
  void receipt(String aggregate, Set<String> routed, Set<String> published) throws Exception {
    receipt(Instant.now(), aggregate, routed, published);
  }

  /** The same at another time. */
  void receipt(Instant at, String aggregate, Set<String> routed, Set<String> published)
      throws Exception {
    receipt(at, aggregate, routed, published, Set.of());
  }

  /** The same, with targets that said that they had the event already. */
  void receipt(
      String aggregate, Set<String> routed, Set<String> published, Set<String> deduplicated)
      throws Exception {
    receipt(Instant.now(), aggregate, routed, published, deduplicated);
  }

  private void receipt(
      Instant at,
      String aggregate,
      Set<String> routed,
      Set<String> published,
      Set<String> deduplicated)
      throws Exception {
    DecodeResult.Decoded record = record(items(aggregate).get(0));
    Handled handled =
        new Handled(
            record.key(),
            0,
            record.record().events().get(0).id(),
            record.record().context().writtenAt(),
            Optional.of(routed),
            published,
            deduplicated);
    try (AwsControl control = control()) {
      get(control.table().receipts().write(new Receipt(at, List.of(handled))));
    }
  }

  /** What a relay of its own would use. */
  AwsControl control() {
    return AwsControl.open(config(), 4, InstantSource.system()).orElseThrow();
  }

  /** Parks events as a relay does. */
  void park(QueueName queue, List<ParkedEvent> events) throws Exception {
    try (AwsControl control = control()) {
      park(control.table().queues(), queue, events);
    }
  }

  /** Parks more in a queue that a relay already holds. */
  void append(QueueName queue, List<ParkedEvent> events) throws Exception {
    try (AwsControl control = control()) {
      append(control.table().queues(), queue, events);
    }
  }

  /** The same for each of these lanes, in a queue of its own, with all that is committed of it. */
  void parkAll(List<LaneKey> lanes, ParkReason reason) throws Exception {
    try (AwsControl control = control()) {
      for (LaneKey lane : lanes) {
        park(control.table().queues(), new QueueName.Lane(lane), parkable(lane, reason));
      }
    }
  }

  void park(QueueTable queues, QueueName queue, List<ParkedEvent> events) throws Exception {
    get(queues.hold(queue, 0, Instant.now()));
    append(queues, queue, events);
  }

  private static void append(QueueTable queues, QueueName queue, List<ParkedEvent> events)
      throws Exception {
    QueueState.Held held = (QueueState.Held) get(queues.reserve(queue));
    get(queues.put(queue, held.last(), events));
    Map<ParkReason, Integer> counts = new EnumMap<>(ParkReason.class);
    events.forEach(event -> counts.merge(event.cause().reason(), 1, Integer::sum));
    get(queues.confirm(queue, held.last(), counts));
  }

  /** Its items in the control table, below what a relay's own classes show. */
  ControlItems controlItems() {
    return new ControlItems(servers, control, table);
  }

  /** The envelopes that a target has accepted, of all outboxes. */
  List<JsonNode> published(String target) {
    List<String> bodies =
        target.equals("bus")
            ? servers.cloud.events(servers.bus, 0).stream().map(event -> event.body()).toList()
            : servers.cloud.records(servers.stream).stream().map(record -> record.body()).toList();
    return bodies.stream()
        .map(TestOutbox::json)
        .map(event -> event.has("detail") ? event.path("detail") : event)
        .toList();
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  static <T> T get(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  String controlTable() {
    return control;
  }

  Servers servers() {
    return servers;
  }
}
