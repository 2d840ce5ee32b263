package io.github.dynamooutbox.localaws.stub;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.GetRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.kinesis.model.KinesisException;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResponse;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResultEntry;
import software.amazon.awssdk.services.kinesis.model.Record;
import software.amazon.awssdk.services.kinesis.model.ResourceInUseException;
import software.amazon.awssdk.services.kinesis.model.ResourceNotFoundException;
import software.amazon.awssdk.services.kinesis.model.Shard;
import software.amazon.awssdk.services.kinesis.model.ShardIteratorType;
import software.amazon.awssdk.services.kinesis.model.StreamDescriptionSummary;

/** What publishers rely on at Kinesis, in either encoding. */
abstract class KinesisContract {
  private static final BigInteger HALF = BigInteger.ONE.shiftLeft(127);

  private final Cleanup cleanup = new Cleanup();
  private final KinesisClient kinesis;
  private final String stream = ContractServices.unique("stream");

  KinesisContract(KinesisClient kinesis) {
    this.kinesis = kinesis;
  }

  @BeforeEach
  void createStream() {
    kinesis.createStream(r -> r.streamName(stream).shardCount(2));
    cleanup.later(() -> kinesis.deleteStream(r -> r.streamName(stream)));
    kinesis.waiter().waitUntilStreamExists(r -> r.streamName(stream));
  }

  @AfterEach
  void cleanUp() {
    cleanup.run();
  }

  private static PutRecordsRequestEntry record(String key, String data) {
    return PutRecordsRequestEntry.builder()
        .partitionKey(key)
        .data(SdkBytes.fromUtf8String(data))
        .build();
  }

  private PutRecordsResponse put(List<PutRecordsRequestEntry> records) {
    return kinesis.putRecords(r -> r.streamName(stream).records(records));
  }

  private List<Record> read(String shardId, GetShardIteratorRequest.Builder from, int count) {
    String iterator =
        kinesis.getShardIterator(from.streamName(stream).shardId(shardId).build()).shardIterator();
    List<Record> records = new ArrayList<>();
    for (int attempt = 0; attempt < 40 && records.size() < count; attempt++) {
      String next = iterator;
      GetRecordsResponse response = kinesis.getRecords(r -> r.shardIterator(next).limit(3));
      records.addAll(response.records());
      iterator = response.nextShardIterator();
    }
    return records;
  }

  private static GetShardIteratorRequest.Builder from(ShardIteratorType type) {
    return GetShardIteratorRequest.builder().shardIteratorType(type);
  }

  @Test
  void recordsOfAKeyAreReadInTheOrderInWhichTheyWereAccepted() {
    List<String> texts = IntStream.range(0, 10).mapToObj(i -> "data ä " + i).toList();

    PutRecordsResponse response = put(texts.stream().map(t -> record("Order#7", t)).toList());

    assertThat(response.failedRecordCount()).isZero();
    assertThat(response.records())
        .extracting(PutRecordsResultEntry::shardId)
        .containsOnly(response.records().get(0).shardId());
    List<BigInteger> numbers =
        response.records().stream().map(r -> new BigInteger(r.sequenceNumber())).toList();
    assertThat(numbers).isSorted().doesNotHaveDuplicates();
    List<Record> read =
        read(response.records().get(0).shardId(), from(ShardIteratorType.TRIM_HORIZON), 10);
    assertThat(read).extracting(r -> r.data().asUtf8String()).containsExactlyElementsOf(texts);
    assertThat(read).extracting(Record::partitionKey).containsOnly("Order#7");
    assertThat(read)
        .extracting(Record::sequenceNumber)
        .containsExactlyElementsOf(
            response.records().stream().map(PutRecordsResultEntry::sequenceNumber).toList());
    assertThat(read.get(0).approximateArrivalTimestamp())
        .isBetween(Instant.now().minus(Duration.ofMinutes(5)), Instant.now().plusSeconds(60));
  }

  @Test
  void anyBytesComeBackAsTheyWere() {
    byte[] bytes = new byte[256];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }

    String shard =
        kinesis
            .putRecord(
                r -> r.streamName(stream).partitionKey("k").data(SdkBytes.fromByteArray(bytes)))
            .shardId();

    assertThat(read(shard, from(ShardIteratorType.TRIM_HORIZON), 1).get(0).data().asByteArray())
        .isEqualTo(bytes);
  }

  @Test
  void theHashKeyDecidesAboutTheShard() {
    List<Shard> shards = kinesis.listShards(r -> r.streamName(stream)).shards();
    assertThat(shards).hasSize(2);

    for (Shard shard : shards) {
      BigInteger start = new BigInteger(shard.hashKeyRange().startingHashKey());
      assertThat(start).isIn(BigInteger.ZERO, HALF);
      String chosen =
          kinesis
              .putRecord(
                  r ->
                      r.streamName(stream)
                          .partitionKey("any")
                          .explicitHashKey(start.toString())
                          .data(SdkBytes.fromUtf8String("x")))
              .shardId();
      assertThat(chosen).isEqualTo(shard.shardId());
    }
  }

  @Test
  void aPartitionKeyIsHashedWithMd5() {
    // The first byte of MD5("a") is 0x0c, that of MD5("b") is 0x92.
    PutRecordsResponse response = put(List.of(record("a", "1"), record("b", "2")));

    List<String> ids =
        kinesis.listShards(r -> r.streamName(stream)).shards().stream()
            .sorted(
                (a, b) ->
                    new BigInteger(a.hashKeyRange().startingHashKey())
                        .compareTo(new BigInteger(b.hashKeyRange().startingHashKey())))
            .map(Shard::shardId)
            .toList();
    assertThat(response.records())
        .extracting(PutRecordsResultEntry::shardId)
        .containsExactlyElementsOf(ids);
  }

  @Test
  void readingStartsWhereTheReaderSays() {
    PutRecordsResponse response =
        put(List.of(record("a", "0"), record("a", "1"), record("a", "2")));
    String shard = response.records().get(0).shardId();
    String middle = response.records().get(1).sequenceNumber();

    assertThat(
            read(
                shard,
                from(ShardIteratorType.AT_SEQUENCE_NUMBER).startingSequenceNumber(middle),
                2))
        .extracting(r -> r.data().asUtf8String())
        .containsExactly("1", "2");
    assertThat(
            read(
                shard,
                from(ShardIteratorType.AFTER_SEQUENCE_NUMBER).startingSequenceNumber(middle),
                1))
        .extracting(r -> r.data().asUtf8String())
        .containsExactly("2");
    assertThat(
            read(
                shard,
                from(ShardIteratorType.AT_TIMESTAMP)
                    .timestamp(Instant.now().minus(Duration.ofMinutes(5))),
                3))
        .hasSize(3);
  }

  @Test
  void theLatestIteratorSeesOnlyWhatComesLater() {
    String shard = put(List.of(record("a", "before"))).records().get(0).shardId();
    String iterator =
        kinesis
            .getShardIterator(
                from(ShardIteratorType.LATEST).streamName(stream).shardId(shard).build())
            .shardIterator();

    put(List.of(record("a", "after")));

    List<Record> seen = new ArrayList<>();
    for (int attempt = 0; attempt < 40 && seen.isEmpty(); attempt++) {
      String next = iterator;
      GetRecordsResponse response = kinesis.getRecords(r -> r.shardIterator(next));
      seen.addAll(response.records());
      iterator = response.nextShardIterator();
    }
    assertThat(seen).extracting(r -> r.data().asUtf8String()).containsExactly("after");
  }

  @Test
  void moreThan500RecordsAreRefused() {
    refused(put500(501), "ValidationException", "InvalidArgumentException");
    assertThat(put(Collections.nCopies(500, record("k", "x"))).records()).hasSize(500);
  }

  private KinesisException put500(int count) {
    return catchThrowableOfType(
        KinesisException.class, () -> put(Collections.nCopies(count, record("k", "x"))));
  }

  private static void refused(KinesisException error, String... codes) {
    assertThat(error.awsErrorDetails().errorCode()).isIn((Object[]) codes);
    assertThat(error.statusCode()).isEqualTo(400);
  }

  @Test
  void keysAreFrom1To256Characters() {
    assertThat(put(List.of(record("ä".repeat(256), "x"))).failedRecordCount()).isZero();
    for (String key : List.of("", "x".repeat(257))) {
      refused(
          catchThrowableOfType(KinesisException.class, () -> put(List.of(record(key, "x")))),
          "ValidationException");
    }
  }

  @Test
  void aMissingStreamIsNotFound() {
    String missing = ContractServices.unique("missing");

    assertThatExceptionOfType(ResourceNotFoundException.class)
        .isThrownBy(() -> kinesis.putRecords(r -> r.streamName(missing).records(record("k", "x"))));
    assertThatExceptionOfType(ResourceNotFoundException.class)
        .isThrownBy(() -> kinesis.describeStreamSummary(r -> r.streamName(missing)));
  }

  @Test
  void aStreamIsCreatedOnlyOnce() {
    assertThatExceptionOfType(ResourceInUseException.class)
        .isThrownBy(() -> kinesis.createStream(r -> r.streamName(stream).shardCount(1)));
  }

  @Test
  void aStreamIsDescribedAndAddressedByArn() {
    StreamDescriptionSummary summary =
        kinesis.describeStreamSummary(r -> r.streamName(stream)).streamDescriptionSummary();

    assertThat(summary.streamStatusAsString()).isEqualTo("ACTIVE");
    assertThat(summary.openShardCount()).isEqualTo(2);
    assertThat(summary.streamCreationTimestamp())
        .isBetween(Instant.now().minus(Duration.ofMinutes(10)), Instant.now().plusSeconds(60));
    assertThat(
            kinesis
                .putRecords(r -> r.streamARN(summary.streamARN()).records(record("k", "x")))
                .failedRecordCount())
        .isZero();
  }
}
