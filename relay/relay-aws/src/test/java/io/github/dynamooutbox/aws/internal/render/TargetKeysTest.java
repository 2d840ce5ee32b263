package io.github.dynamooutbox.aws.internal.render;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.internal.Samples;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import io.github.dynamooutbox.format.RecordKey;
import io.github.dynamooutbox.relay.decode.Envelope;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TargetKeysTest {
  @Test
  void aPlainAggregateIsItsOwnKey() {
    assertThat(TargetKeys.aggregate(Samples.plain().envelope(), 128, c -> c < 0x7F))
        .isEqualTo("Order#42");
  }

  @Test
  void whatIsTooLongOrRefusedIsHashed() {
    String longest = "x".repeat(122);
    assertThat(key("Order", longest)).isEqualTo("Order#" + longest);
    assertThat(key("Order", longest + "x")).matches("[0-9a-f]{64}");
    assertThat(key("Order", "\u00e4"))
        .matches("[0-9a-f]{64}")
        .isEqualTo(key("Order", "\u00e4"))
        .isNotEqualTo(key("Order", "\u00f6"));
  }

  @Test
  void lengthCountsCharactersNotUnits() {
    String key = "\ud83d\ude00".repeat(122);
    assertThat(
            TargetKeys.aggregate(
                Samples.plain().aggregate("Order", key).envelope(), 128, c -> true))
        .isEqualTo("Order#" + key);
  }

  /** A change of this value is one of a published contract: it belongs into the changelog. */
  @Test
  void deduplicationIsThatOfEveryReleaseAndRelay() {
    assertThat(id("orders", Samples.plain().envelope()))
        .isEqualTo("738b7b0aae72552c1970d29e2a210949a3998af91fe1a822189519e95dc8a8f1");
    assertThat(id("orders", replay("1").envelope(1)))
        .isEqualTo("3bc6fdb8ab54124653cb46d41730ff2b7cf0d4512d96f16e4021b2b355be79ad");
  }

  @Test
  void everyFactThatTellsTwoCommittedEventsApartTellsTheirIdsApart() {
    Samples plain = Samples.plain();
    CommitContext context = plain.context();
    Envelope event = plain.envelope();
    List<String> ids =
        List.of(
            id("orders", event),
            id("billing", event),
            id("orders", plain.envelope(1)),
            id("orders", plain.source("/shop/billing").envelope()),
            id("orders", plain.context(written(context, 1, "eu-central-1")).envelope()),
            id("orders", plain.context(written(context, 0, "us-east-1")).envelope()),
            id("orders", plain.id("0193-2").envelope()),
            id("orders", plain.aggregate("Order", "43").envelope()),
            id("orders", moved(event, event.key().partition(), "0193-other")),
            id("orders", replay("1").envelope()),
            id("orders", replay("2").envelope()),
            // parts that concatenate to the same text
            id("order", plain.source("s/shop/orders").envelope()),
            id("orders", moved(event, event.key().partition() + "0", "193-record")));
    assertThat(ids).doesNotHaveDuplicates().allSatisfy(id -> assertThat(id).hasSize(64));
  }

  @Test
  void theSameEventHasTheSameIdWhereverItWasRead() {
    Envelope event = Samples.full().envelope(2);
    Envelope elsewhere =
        new Envelope(new StreamPosition("7"), event.key(), event.record(), event.index());
    assertThat(id("orders", elsewhere)).isEqualTo(id("orders", event));
  }

  @Test
  void anIdExistsForEveryTimeThatARecordCanName() {
    for (Instant time : List.of(Instant.MIN, Instant.MAX, Instant.ofEpochMilli(Long.MIN_VALUE))) {
      CommitContext context = CommitContext.of("/shop/orders", time, "eu-central-1");
      assertThat(id("orders", Samples.plain().context(context).envelope())).hasSize(64);
    }
  }

  private static String id(String table, Envelope event) {
    return TargetKeys.deduplication(table, event);
  }

  private static CommitContext written(CommitContext context, int later, String region) {
    return CommitContext.of(context.source(), context.writtenAt().plusMillis(later), region);
  }

  private static Envelope moved(Envelope event, String partition, String sort) {
    return new Envelope(
        event.position(), new RecordKey(partition, sort), event.record(), event.index());
  }

  private static Samples replay(String mark) {
    return Samples.plain().headers(Map.of("replay", mark));
  }

  private static String key(String type, String id) {
    return TargetKeys.aggregate(
        Samples.plain().aggregate(type, id).envelope(), 128, c -> c > ' ' && c < 0x7F);
  }
}
