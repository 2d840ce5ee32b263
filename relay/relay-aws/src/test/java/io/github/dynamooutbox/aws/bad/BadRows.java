package io.github.dynamooutbox.aws.bad;

import io.github.dynamooutbox.format.Attribute;
import io.github.dynamooutbox.format.Item;
import io.github.dynamooutbox.relay.stream.ChangeType;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BiConsumer;

/**
 * What stands in the first column of the documentation's tables, and a record that is like that.
 * The record's aggregate type names the target that it goes to.
 */
final class BadRows {
  /**
   * One row.
   *
   * @param target where its record is meant to go
   * @param spoils makes a good record bad, given its aggregate's id
   */
  record Row(String target, BiConsumer<BadRecord, String> spoils) {
    BadRecord record(String id) {
      BadRecord record = new BadRecord(target, id);
      spoils.accept(record, id);
      return record;
    }
  }

  private static final int KB = 1024;

  private final Map<String, Row> rows = new LinkedHashMap<>();

  static Map<String, Row> all() {
    BadRows rows = new BadRows();
    rows.notRead();
    rows.notForThisRelay();
    rows.noTarget();
    rows.tooLarge();
    rows.notInTheTargetsForm();
    rows.elsewhere();
    rows.compressed();
    rows.forbidden();
    rows.hashed();
    rows.environment();
    return rows.rows;
  }

  private void add(String name, String target, BiConsumer<BadRecord, String> spoils) {
    rows.put(name, new Row(target, spoils));
  }

  private void notRead() {
    add("a missing attribute", "bus", (bad, id) -> bad.without("source"));
    add("an attribute of a wrong type", "bus", (bad, id) -> bad.set("writtenAt", "yesterday"));
    add("an empty text", "bus", (bad, id) -> bad.set("region", ""));
    add("`v` missing", "bus", (bad, id) -> bad.without("v"));
    add("`v` 0", "bus", (bad, id) -> bad.set("v", Attribute.number(0)));
    add("`v` 1.5", "bus", (bad, id) -> bad.set("v", Attribute.number("1.5")));
    add("`v` 3", "bus", (bad, id) -> bad.set("v", Attribute.number(3)));
    add("no events", "bus", (bad, id) -> bad.set("events", Attribute.list(List.of())));
    add(
        "an event that is not a map",
        "bus",
        (bad, id) -> bad.set("events", Attribute.list(List.of(Attribute.string("e")))));
    add("an event without id", "bus", (bad, id) -> bad.withoutOfEvent("id"));
    add("an event with an empty id", "bus", (bad, id) -> bad.ofEvent("id", ""));
    add("an event without data", "bus", (bad, id) -> bad.withoutOfEvent("data"));
    add(
        "`previous` of another type than `data`",
        "bus",
        (bad, id) -> bad.ofEvent("previous", Attribute.binary(new byte[] {1})));
    add(
        "a header with a bad name",
        "bus",
        (bad, id) ->
            bad.ofEvent(
                "headers", Attribute.map(Item.of("Not-Allowed", Attribute.string("value")))));
    add("`#` in the aggregate type", "bus", (bad, id) -> bad.set("aggregateType", "Or#der"));
    add(
        "a partition key of another aggregate",
        "bus",
        (bad, id) -> bad.set("PK", "OUTBOX#bus#other-" + id));
    add("a partition key that is only the prefix", "bus", (bad, id) -> bad.set("PK", "OUTBOX#"));
    add("a sort key of another sequence", "bus", (bad, id) -> bad.set("SK", "8"));
    add("a negative sequence", "bus", (bad, id) -> bad.set("sequence", Attribute.number(-1)));
    add("`ttl` missing", "bus", (bad, id) -> bad.without("ttl"));
    add(
        "not a record, as large as an item can be, and incompressible",
        "bus",
        (bad, id) -> bad.without("v").set("noise", Attribute.binary(noise(399 * KB + 500))));
    add("an attribute that the format does not know", "bus", (bad, id) -> bad.set("new", "x"));
    add("no new image in the stream", "bus", (bad, id) -> bad.withoutImage());
  }

  private void notForThisRelay() {
    add("a business item", "bus", (bad, id) -> bad.set("PK", "ORDER#" + id));
    add("a record that was changed", "bus", (bad, id) -> bad.change(ChangeType.MODIFY));
    add(
        "a record that was deleted or expired",
        "bus",
        (bad, id) -> bad.change(ChangeType.REMOVE).withoutImage());
    add("a record of another region", "bus", (bad, id) -> bad.set("region", "eu-west-1"));
    add(
        "a record of another region that cannot be read",
        "bus",
        (bad, id) -> bad.set("region", "eu-west-1").without("source"));
    add("an event that a rule drops", "dropped", (bad, id) -> {});
  }

  private void noTarget() {
    add("an event that matches no rule", "nowhere", (bad, id) -> {});
    add("a heartbeat that no rule names", "outbox.heartbeat", (bad, id) -> {});
  }

  private void tooLarge() {
    // As JSON each of these has six characters.
    add("over the limit of EventBridge", "bus", (bad, id) -> bad.text("\u0001".repeat(180 * KB)));
    add("over the limit of SNS", "topic", (bad, id) -> bad.text("x".repeat(256 * KB)));
    add("over the limit of SNS FIFO", "fifo", (bad, id) -> bad.text("x".repeat(256 * KB)));
    add("over the limit of Kinesis", "small", (bad, id) -> bad.text("x".repeat(64 * KB)));
    add("over the limit of SQS", "queue", (bad, id) -> bad.text("x".repeat(64 * KB)));
  }

  private void notInTheTargetsForm() {
    add("JSON that is not an object, to EventBridge in `data` mode", "bare-bus", this::array);
    add("JSON that is not an object, anywhere else", "bus", this::array);
    add("not JSON, to EventBridge in `data` mode", "bare-bus", (bad, id) -> bad.text("hello"));
    add("broken JSON, as a CloudEvent", "bus", this::broken);
    add("broken JSON, to EventBridge in `data` mode", "bare-bus", this::broken);
    add("broken JSON, to SNS or Kinesis in `data` mode", "bare-stream", this::broken);
    add("an empty payload, to SNS in `data` mode", "bare-topic", (bad, id) -> bad.text(""));
    add("an empty payload, to SQS in `data` mode", "bare-queue", (bad, id) -> bad.text(""));
    add(
        "a character that SQS does not accept, in `data` mode",
        "bare-queue",
        (bad, id) -> bad.text("bell \u0007"));
    add(
        "a character that SQS does not accept, as a CloudEvent",
        "queue",
        (bad, id) -> bad.text("no character \uffff"));
    add(
        "a time beyond the year 9999, as a CloudEvent",
        "bus",
        (bad, id) -> bad.ofEvent("time", Attribute.number("253402300800000")));
    add(
        "a time beyond the year 9999, to EventBridge in `data` mode",
        "bare-bus",
        (bad, id) -> bad.ofEvent("time", Attribute.number("253402300800000")));
    add("a source on `aws.`, to EventBridge", "bus", (bad, id) -> bad.set("source", "aws.orders"));
    add(
        "an event type over 128 characters, to EventBridge",
        "bus",
        (bad, id) -> bad.ofEvent("type", "t".repeat(129)));
  }

  private void elsewhere() {
    add(
        "a payload that is elsewhere, as a CloudEvent",
        "bus",
        (bad, id) -> elsewhere(bad, "0".repeat(64)));
    add(
        "a payload that is elsewhere, to a target in `data` mode",
        "bare-stream",
        (bad, id) -> elsewhere(bad, "0".repeat(64)));
    add("a payload that is elsewhere, with a broken hash", "bus", (bad, id) -> elsewhere(bad, "0"));
  }

  private void compressed() {
    byte[] gzip =
        HexFormat.of().parseHex("1f8b0800000000000203ab562ac92f49cc51b232ac05003328cb150b000000");
    add("a compressed payload", "bus", (bad, id) -> compressed(bad, gzip, 11));
    add("a compressed payload that is damaged", "bus", (bad, id) -> compressed(bad, gzip, 100));
  }

  private static void compressed(BadRecord bad, byte[] gzip, int length) {
    bad.set("v", Attribute.number(2))
        .ofEvent(
            "data",
            Attribute.map(
                Item.builder()
                    .put("gzip", Attribute.binary(gzip))
                    .put("length", Attribute.number(length))
                    .put("type", Attribute.string("S"))
                    .build()));
  }

  private static void elsewhere(BadRecord bad, String hash) {
    bad.set("v", Attribute.number(2))
        .ofEvent(
            "data",
            Attribute.map(
                Item.builder()
                    .put("uri", Attribute.string("s3://payloads/orders/1"))
                    .put("length", Attribute.number(2_000_000))
                    .put("sha256", Attribute.string(hash))
                    .build()));
  }

  private void forbidden() {
    add(
        "a type that the policy of the bus forbids",
        "strict-bus",
        (bad, id) -> bad.ofEvent("type", "Forbidden"));
    add(
        "a source that the policy of the bus forbids",
        "strict-bus",
        (bad, id) -> bad.set("source", "/forbidden"));
  }

  private void array(BadRecord bad, String id) {
    bad.ofEvent("data", "[1,2]");
  }

  private void broken(BadRecord bad, String id) {
    bad.ofEvent("data", "{\"total\":");
  }

  private void hashed() {
    add("an aggregate over 256 characters, to Kinesis", "stream", (bad, id) -> longId(bad, 300));
    add("an aggregate over 128 characters, to SNS FIFO", "fifo", (bad, id) -> longId(bad, 300));
    add(
        "an aggregate over 128 characters, to SQS FIFO",
        "fifo-queue",
        (bad, id) -> longId(bad, 300));
    add(
        "an aggregate with a space or an umlaut, to SNS FIFO",
        "fifo",
        (bad, id) -> named(bad, "fifo", "ä b"));
    add("a broken `traceparent`", "bus", (bad, id) -> bad.set("traceparent", "00-not-a-trace"));
  }

  private void environment() {
    add("a bus that does not exist", "missing-bus", (bad, id) -> {});
    add("a client error without a code", "proxied-bus", (bad, id) -> {});
    add("a topic that does not exist", "missing-topic", (bad, id) -> {});
    add("a stream that does not exist", "missing-stream", (bad, id) -> {});
    add("a queue that does not exist", "missing-queue", (bad, id) -> {});
  }

  private static void longId(BadRecord bad, int length) {
    String type = bad.aggregateType();
    named(bad, type, "i".repeat(length));
  }

  private static void named(BadRecord bad, String type, String id) {
    bad.set("aggregateId", id).set("PK", "OUTBOX#" + type + "#" + id);
  }

  private static byte[] noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(1).nextBytes(noise);
    return noise;
  }
}
