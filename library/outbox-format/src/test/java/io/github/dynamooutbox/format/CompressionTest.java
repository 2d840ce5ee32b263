package io.github.dynamooutbox.format;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.format.DecodeResult.Decoded;
import io.github.dynamooutbox.format.DecodeResult.Malformed;
import io.github.dynamooutbox.format.OutboxRecord.CommitContext;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Compressed payloads are read as they were written, and damaged ones are not read. */
class CompressionTest {
  private static final int FROM = 256;
  private static final RecordKey KEY = new RecordKey("OUTBOX#Order#42", "1");
  private static final Payload TEXT = Payload.of("Gr\u00fc\u00dfe ".repeat(10_000));

  private final RecordCodec codec = new RecordCodec(OutboxSchema.defaults());

  @Test
  void whateverWasCompressedDecodesToAnEqualRecord() {
    long start = new Random().nextLong();
    for (int i = 0; i < 1000; i++) {
      RecordGenerator generator = new RecordGenerator(start + i);
      OutboxRecord record = generator.record();
      RecordKey key = generator.key(codec, record);
      Item item = Item.ofOwned(codec.compressing(ItemFactory.INSTANCE, 1).apply(key, record));
      assertThat(codec.decode(item)).as("seed %d", start + i).isEqualTo(new Decoded(key, record));
    }
  }

  @Test
  void whatCompressesIsSmallerAndOfTheLatestVersion() {
    OutboxRecord record = record(TEXT, Optional.of(TEXT));
    Item item = compressed(record);
    assertThat(item.get("v").number()).isEqualTo("2");
    assertThat(RecordSize.of(item)).isLessThan(2_000);
    assertThat(codec.decode(item)).isEqualTo(new Decoded(KEY, record));
  }

  @Test
  void whatIsReadCompressedStaysSoInMemoryAndWhereItIsWrittenAgain() {
    for (Payload payload : List.of(TEXT, Payload.of(new byte[10_000]))) {
      Item item = compressed(record(payload, Optional.of(payload)));
      OutboxRecord read = ((Decoded) codec.decode(item)).record();
      Payload data = read.events().get(0).data();
      assertThat(isCompressed(data)).isTrue();
      assertThat(data.length()).isEqualTo(payload.toBytes().length);
      assertThat(data.toBytes()).isEqualTo(payload.toBytes());
      assertThat(data).hasToString(data.toString()).hasSameHashCodeAs(payload);
      assertThat(codec.encode(KEY, read)).isEqualTo(item);
    }
  }

  private static boolean isCompressed(Payload payload) {
    return payload.fold(
        Payload.Text::isCompressed, Payload.Binary::isCompressed, reference -> false);
  }

  @Test
  void bytesStayBytes() {
    OutboxRecord record = record(Payload.of(new byte[10_000]), Optional.empty());
    Item item = compressed(record);
    assertThat(RecordSize.of(item)).isLessThan(1_000);
    assertThat(codec.decode(item)).isEqualTo(new Decoded(KEY, record));
  }

  @Test
  void whatIsSmallOrDoesNotCompressOrIsTooLargeStaysAsItIs() {
    byte[] noise = new byte[10_000];
    new Random(1).nextBytes(noise);
    for (Payload payload :
        List.of(
            Payload.of("x".repeat(FROM - 1)),
            Payload.of(noise),
            Payload.of("x".repeat(FormatLimits.MAX_COMPRESSED_PAYLOAD_BYTES + 1)))) {
      OutboxRecord record = record(payload, Optional.empty());
      assertThat(isCompressed(payload)).isFalse();
      assertThat(compressed(record)).isEqualTo(codec.encode(KEY, record));
      assertThat(compressed(record).get("v").number()).isEqualTo("1");
    }
  }

  @Test
  void whatHasTheLeastOrTheGreatestSizeCompresses() {
    for (int size : List.of(FROM, FormatLimits.MAX_COMPRESSED_PAYLOAD_BYTES)) {
      OutboxRecord record = record(Payload.of("x".repeat(size)), Optional.empty());
      Item item = compressed(record);
      assertThat(item.get("v").number()).as("%d bytes", size).isEqualTo("2");
      assertThat(codec.decode(item)).as("%d bytes", size).isEqualTo(new Decoded(KEY, record));
    }
  }

  @Test
  void anEmptyPayloadThatWasCompressedIsRead() {
    Map<String, Attribute> data = data(compressed(record(TEXT, Optional.empty())));
    Item item =
        withData(
            with(
                with(data, "gzip", Attribute.binary(Gzip.compress(new byte[0]))),
                "length",
                Attribute.number(0)));
    assertThat(codec.decode(item))
        .isEqualTo(new Decoded(KEY, record(Payload.of(""), Optional.empty())));
  }

  @Test
  void noByteTooManyIsRead() {
    Payload zeros = Payload.of("\u0000".repeat(1000));
    Map<String, Attribute> data = data(compressed(record(zeros, Optional.empty())));
    assertMalformed(
        with(data, "length", Attribute.number(999)), "data: does not decompress to 999 bytes");
  }

  @Test
  void whatIsDamagedIsNotRead() {
    Map<String, Attribute> good = data(compressed(record(TEXT, Optional.empty())));
    int length = TEXT.toBytes().length;
    assertMalformed(
        with(good, "length", Attribute.number(length - 1)), "data: does not decompress to");
    assertMalformed(
        with(good, "length", Attribute.number(length + 1)), "data: does not decompress to");
    assertMalformed(with(good, "length", Attribute.number(-1)), "data: has -1 bytes");
    assertMalformed(
        with(good, "length", Attribute.number(FormatLimits.MAX_COMPRESSED_PAYLOAD_BYTES + 1)),
        "data: has 1048577 bytes uncompressed; at most 1048576 are allowed");
    assertMalformed(
        with(good, "gzip", Attribute.binary(new byte[] {1, 2, 3})), "data: does not decompress to");
    assertMalformed(with(good, "gzip", Attribute.string("text")), "data.gzip: found S, expected B");
    assertMalformed(with(good, "type", Attribute.number(1)), "data.type: found N, expected S");
    assertMalformed(with(good, "type", Attribute.string("M")), "data.type: is neither S nor B");
  }

  private void assertMalformed(Map<String, Attribute> data, String problem) {
    assertThat(codec.decode(withData(data)))
        .isInstanceOfSatisfying(
            Malformed.class,
            malformed -> assertThat(malformed.message()).startsWith("events[0]." + problem));
  }

  private Item withData(Map<String, Attribute> data) {
    Item item = compressed(record(TEXT, Optional.empty()));
    Attribute event =
        Attribute.map(Item.ofOwned(with(event(item), "data", Attribute.map(Item.ofOwned(data)))));
    return Item.ofOwned(with(item.asMap(), "events", Attribute.list(List.of(event))));
  }

  private static Map<String, Attribute> with(
      Map<String, Attribute> good, String name, Attribute value) {
    Map<String, Attribute> changed = new LinkedHashMap<>(good);
    changed.put(name, value);
    return changed;
  }

  private static Map<String, Attribute> data(Item item) {
    return event(item).get("data").map().asMap();
  }

  private static Map<String, Attribute> event(Item item) {
    return item.get("events").list().get(0).map().asMap();
  }

  private Item compressed(OutboxRecord record) {
    return Item.ofOwned(codec.compressing(ItemFactory.INSTANCE, FROM).apply(KEY, record));
  }

  private static OutboxRecord record(Payload data, Optional<Payload> previous) {
    OutboxEvent event =
        new OutboxEvent(
            "e-1",
            "Placed",
            Instant.EPOCH,
            "text/plain",
            Optional.empty(),
            data,
            previous,
            Map.of());
    CommitContext context = CommitContext.of("/shop", Instant.EPOCH, "eu-central-1");
    return new OutboxRecord(
        new AggregateKey("Order", "42"),
        OptionalLong.empty(),
        List.of(event),
        context,
        Instant.EPOCH,
        Item.empty());
  }
}
