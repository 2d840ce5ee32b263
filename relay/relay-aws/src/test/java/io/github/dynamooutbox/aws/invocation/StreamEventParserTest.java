package io.github.dynamooutbox.aws.invocation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.dynamooutbox.format.AttributeView;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.OutboxSchema;
import io.github.dynamooutbox.relay.stream.ChangeType;
import io.github.dynamooutbox.relay.stream.StreamRecord;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamEventParserTest {
  private final StreamEventParser parser = new StreamEventParser(OutboxSchema.defaults());

  @Test
  void keepsOrderPositionsAndChangesOfARealBatch() throws IOException {
    StreamEvent event = mixedBatch();

    assertThat(event.name()).isEqualTo("orders/stream/2026-11-21T00:00:00.000");
    assertThat(event.records())
        .extracting(r -> r.position().sequenceNumber())
        .containsExactly("000000000000001234567890", "1234567891", "1234567892");
    assertThat(event.records())
        .extracting(StreamRecord::change)
        .containsExactly(ChangeType.INSERT, ChangeType.MODIFY, ChangeType.REMOVE);
  }

  @Test
  void readsEveryTypeOfAttribute() throws IOException {
    ItemView image = mixedBatch().records().get(0).newImage().orElseThrow();

    assertThat(image.get("PK").string()).isEqualTo("OUTBOX#Order#42");
    assertThat(image.get("sequence").number()).isEqualTo("7");
    assertThat(image.get("picture").bytes()).containsExactly(0, 1, 2, 255);
    assertThat(image.get("flag").bool()).isTrue();
    assertThat(image.get("off").bool()).isFalse();
    assertThat(image.get("nothing").type().name()).isEqualTo("NULL");
    AttributeView deep = image.get("nested").map().get("deep");
    assertThat(deep.list()).hasSize(3);
    assertThat(deep.list().get(0).map().names()).isEmpty();
    assertThat(deep.list().get(1).list()).isEmpty();
    assertThat(deep.list().get(2).string()).isEqualTo("ä € 😀");
    assertThat(image.get("names").strings()).containsExactly("a", "b");
    assertThat(image.get("numbers").strings()).containsExactlyInAnyOrder("1", "-2.5E+10");
    assertThat(image.get("blobs").binaries()).containsExactly(new byte[] {1}, new byte[] {2});
  }

  @Test
  void readsTheKeysOfABusinessItemButNotItsImage() throws IOException {
    StreamRecord business = mixedBatch().records().get(1);

    assertThat(business.keys().get("PK").string()).isEqualTo("ORDER#42");
    assertThat(business.newImage()).isEmpty();
  }

  @Test
  void readsARemovalByTimeToLive() throws IOException {
    StreamRecord removed = mixedBatch().records().get(2);

    assertThat(removed.keys().get("SK").string()).isEqualTo("0000000000000000001");
    assertThat(removed.newImage()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "1795254930, 2026-11-21T09:55:30Z",
    "1.79525493E9, 2026-11-21T09:55:30Z",
    "1795254930.123, 2026-11-21T09:55:30.123Z",
  })
  void readsTheSecondsAtWhichTheStreamGotARecord(String seconds, Instant time) throws IOException {
    assertThat(createdAt(", \"ApproximateCreationDateTime\": " + seconds)).contains(time);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "\"2026-11-21\"", "{}", "0", "-1", "1e300"})
  void nothingIsKnownWithoutATimeThatMakesSense(String seconds) throws IOException {
    String field = seconds.isEmpty() ? "" : ", \"ApproximateCreationDateTime\": " + seconds;

    assertThat(createdAt(field)).isEmpty();
  }

  private Optional<Instant> createdAt(String field) throws IOException {
    StreamEvent event =
        parse(
            """
            {"Records": [{"eventName": "INSERT", "dynamodb": {
               "Keys": {"PK": {"S": "OUTBOX#Order#42"}, "SK": {"S": "1"}},
               "SequenceNumber": "1"%s}}]}
            """
                .formatted(field));
    return event.records().get(0).createdAt();
  }

  @Test
  void takesFieldsInAnyOrderAndSkipsUnknownOnes() throws IOException {
    StreamEvent event =
        parse(
            """
            {"window": {"start": "x", "Records": [1]}, "isFinalInvokeForWindow": false,
             "Records": [
              {"dynamodb": {
                 "OldImage": {"PK": {"S": "OUTBOX#A#1"}, "new": {"S": "old"}},
                 "NewImage": {"PK": {"S": "OUTBOX#A#1"}, "new": {"S": "new"}},
                 "SequenceNumber": "5", "Extra": [[{}], {"Keys": {}}],
                 "Keys": {"PK": {"S": "OUTBOX#A#1"}}},
               "eventName": "INSERT"},
              {"dynamodb": {
                 "NewImage": {"PK": {"S": "B#1"}},
                 "Keys": {"PK": {"S": "B#1"}},
                 "SequenceNumber": "6"},
               "eventName": "INSERT"}],
             "state": {"a": [1, 2]}}
            """);

    assertThat(event.records().get(0).newImage().orElseThrow().get("new").string())
        .isEqualTo("new");
    assertThat(event.records().get(1).newImage()).isEmpty();
    assertThat(event.name()).isEmpty();
  }

  @Test
  void looksForThePrefixInTheConfiguredKey() throws IOException {
    var custom = new StreamEventParser(new OutboxSchema("id", "range", "evt-", "expires"));

    StreamEvent event =
        custom.parse(stream(insert("\"id\": {\"S\": \"evt-1\"}, \"PK\": {\"S\": \"x\"}")));

    assertThat(event.records().get(0).newImage()).isPresent();
    assertThat(parse(insert("\"id\": {\"S\": \"OUTBOX#1\"}")).records().get(0).newImage())
        .isEmpty();
    assertThat(parse(insert("\"PK\": {\"N\": \"1\"}")).records().get(0).newImage()).isEmpty();
  }

  @Test
  void copesWithAnEmptyBatch() throws IOException {
    assertThat(parse("{\"Records\": []}").records()).isEmpty();
  }

  @Test
  void copesWithNamesAsLongAsDynamoDbAllowsInItemsThatAreNotOurs() throws IOException {
    String longest = "n".repeat(65_535);
    StreamEvent event =
        parse(insert("\"PK\": {\"S\": \"ORDER#1\"}, \"" + longest + "\": {\"S\": \"1\"}"));

    assertThat(event.records()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"XX\": \"a type of the future\"}",
        "{\"XX\": {\"a\": [1, {\"b\": 2}]}}",
        "{\"S\": 1}",
        "{\"N\": null}",
        "{\"B\": \"not base64!\"}",
        "{\"BOOL\": \"true\"}",
        "{\"M\": [1, {\"S\": \"x\"}]}",
        "{\"L\": {\"S\": \"x\"}}",
        "{\"SS\": [\"x\", 1, [2]]}",
        "{\"SS\": \"x\"}",
        "{\"BS\": [\"AQ==\", \"!\"]}",
        "{}",
        "\"bare\"",
        "[{\"S\": \"x\"}]",
        "null"
      })
  void leavesAnUnreadableValueWithItsRecord(String value) throws IOException {
    StreamEvent event =
        parse(
            insert(
                "\"PK\": {\"S\": \"OUTBOX#A#1\"}, \"odd\": "
                    + value
                    + ", \"next\": {\"S\": \"read\"}"));

    ItemView image = event.records().get(0).newImage().orElseThrow();
    assertThat(image.get("odd").type().name()).isEqualTo("NULL");
    assertThat(image.get("next").string()).isEqualTo("read");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{}",
        "{\"Records\": {}}",
        "{\"Records\": [null]}",
        "{\"Records\": [[]]}",
        "{\"Records\": [{\"body\": \"secret\", \"eventSource\": \"aws:sqs\"}]}",
        "{\"Records\": [{\"eventName\": \"INSERT\"}]}",
        "{\"Records\": [{\"eventName\": \"secret\", \"dynamodb\":"
            + " {\"SequenceNumber\": \"1\", \"Keys\": {}}}]}",
        "{\"Records\": [{\"eventName\": \"INSERT\", \"dynamodb\":"
            + " {\"SequenceNumber\": \"secret\", \"Keys\": {}}}]}",
        "{\"Records\": [{\"eventName\": \"INSERT\", \"dynamodb\": {\"SequenceNumber\": \"1\"}}]}",
        "{\"Records\": [{\"eventName\": \"INSERT\", \"dynamodb\": {\"Keys\": {}}}]}",
        "{\"Records\": [secret]}",
        "{\"Records\": [{\"eventName\": \"INS",
        "{\"Records\": ["
      })
  void refusesWhatIsNoStreamEventWithoutQuotingIt(String input) {
    assertThatThrownBy(() -> parse(input))
        .isInstanceOf(StreamEventException.class)
        .hasNoCause()
        .message()
        .isNotBlank()
        .doesNotContain("secret");
  }

  @Test
  void saysWhichRecordIsBroken() {
    assertThatThrownBy(() -> parse("{\"Records\": [{\"eventName\": \"INSERT\"}]}"))
        .hasMessageContaining("Records[0].dynamodb.SequenceNumber is missing");
  }

  private static String insert(String attributes) {
    return """
        {"Records": [{"eventName": "INSERT", "dynamodb": {
          "Keys": {%s}, "NewImage": {%s}, "SequenceNumber": "1"}}]}
        """
        .formatted(attributes, attributes);
  }

  private StreamEvent parse(String json) throws IOException {
    return parser.parse(stream(json));
  }

  private static InputStream stream(String json) {
    return new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8));
  }

  private StreamEvent mixedBatch() throws IOException {
    try (InputStream batch = getClass().getResourceAsStream("mixed-batch.json")) {
      return parser.parse(Optional.ofNullable(batch).orElseThrow());
    }
  }

  @Test
  void aDepthThatDynamoDbNeverSendsIsOneErrorWithPathAndPosition() {
    String deep =
        "{\"Records\":[{\"dynamodb\":{\"NewImage\":{\"a\":" + "{\"M\":{\"a\":".repeat(1_001) + "1";
    assertThatExceptionOfType(StreamEventException.class)
        .isThrownBy(() -> parser.parse(new ByteArrayInputStream(deep.getBytes(UTF_8))))
        .withMessageMatching(
            "the event exceeds what DynamoDB sends, in depth or length, in"
                + " Records\\[0\\]\\.dynamodb\\.NewImage at byte \\d+");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"Records\":[],\"Records\":[]} | Records at byte 25",
        "{\"Records\":[{\"dynamodb\":{},\"dynamodb\":{}}]} | Records[0].dynamodb at byte 39",
        "{\"Records\":[{\"eventName\":\"INSERT\",\"eventName\":\"REMOVE\"}]} | Records[0].eventName at byte 47",
        "{\"Records\":[{\"dynamodb\":{\"NewImage\":{\"a\":{\"S\":\"1\"},\"a\":{\"S\":\"2\"}}}}]}"
            + " | Records[0].dynamodb.NewImage at byte 64",
        "{\"Records\":[{\"dynamodb\":{\"NewImage\":{\"a\":{\"S\":\"1\",\"S\":\"2\"}}}}]}"
            + " | Records[0].dynamodb.NewImage at byte 55",
        "{\"Records\":[{\"dynamodb\":{\"NewImage\":{\"a\":{\"M\":{\"b\":{\"S\":\"\"},\"b\":{\"S\":\"\"}}}}}}]}"
            + " | Records[0].dynamodb.NewImage at byte 72",
        "{\"Records\":[{\"dynamodb\":{\"NewImage\":{},\"NewImage\":{}}}]} | Records[0].dynamodb.NewImage at byte 51",
        "{\"Records\":[{\"dynamodb\":{\"Keys\":{},\"Keys\":{}}}]} | Records[0].dynamodb.Keys at byte 43",
        "{\"Records\":[{\"dynamodb\":{\"SequenceNumber\":\"1\",\"SequenceNumber\":\"2\"}}]}"
            + " | Records[0].dynamodb.SequenceNumber at byte 64",
        "{\"Records\":[{\"dynamodb\":{\"ApproximateCreationDateTime\":1,\"ApproximateCreationDateTime\":2}}]}"
            + " | Records[0].dynamodb.ApproximateCreationDateTime at byte 88",
        "{\"Records\":[{\"eventSourceARN\":\"a\",\"eventSourceARN\":\"a\"}]} | Records[0].eventSourceARN at byte 52"
      })
  void whatIsThereTwiceIsRefused(String event, String where) {
    assertThatExceptionOfType(StreamEventException.class)
        .isThrownBy(() -> parser.parse(new ByteArrayInputStream(event.getBytes(UTF_8))))
        .withMessage("the event is not valid JSON, or has a member twice, in " + where);
  }

  /** Beyond a few attributes an item keeps its names in another way. */
  @Test
  void anAttributeOfALargeItemThatIsThereTwiceIsRefused() {
    String many =
        IntStream.range(0, 40).mapToObj(i -> "\"a" + i + "\":{\"N\":\"1\"}").collect(joining(","));
    String event = "{\"Records\":[{\"dynamodb\":{\"NewImage\":{%s,\"a%d\":{\"N\":\"1\"}}}}]}";
    for (int twice : new int[] {0, 15, 16, 17, 39}) {
      assertThatExceptionOfType(StreamEventException.class)
          .isThrownBy(() -> parse(event.formatted(many, twice)))
          .withMessageContaining("has a member twice, in Records[0].dynamodb.NewImage at byte");
    }
  }

  /** Nothing is read from them. */
  @Test
  void whatIsSkippedMayBeThereTwice() throws IOException {
    String event = "{\"a\":1,\"Records\":[],\"a\":{\"b\":1,\"b\":2}}";
    assertThat(parse(event).records()).isEmpty();
  }
}
