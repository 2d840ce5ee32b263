package io.github.dynamooutbox.localaws.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;

class RecordJsonTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final SdkBytes BYTES = SdkBytes.fromByteArray(new byte[] {0, -1, 2});

  @Test
  void everyAttributeTypeLooksAsTheServiceShowsIt() throws Exception {
    Map<String, AttributeValue> image = new LinkedHashMap<>();
    image.put("s", AttributeValue.fromS("gr\u00fc\u00dfe \"quoted\""));
    image.put("n", AttributeValue.fromN("12345678901234567890.5"));
    image.put("b", AttributeValue.fromB(BYTES));
    image.put("bool", AttributeValue.fromBool(true));
    image.put("null", AttributeValue.fromNul(true));
    image.put("ss", AttributeValue.fromSs(List.of("x", "y")));
    image.put("ns", AttributeValue.fromNs(List.of("1", "2")));
    image.put("bs", AttributeValue.fromBs(List.of(BYTES)));
    image.put("l", AttributeValue.fromL(List.of(AttributeValue.fromS("in"))));
    image.put("m", AttributeValue.fromM(Map.of("k", AttributeValue.fromN("7"))));

    JsonNode event = event(record(image));

    assertThat(event.get("Records")).hasSize(1);
    assertThat(event.get("Records").get(0))
        .isEqualTo(
            JSON.readTree(
                """
                {"eventID":"e1","eventName":"INSERT","eventVersion":"1.1",
                 "eventSource":"aws:dynamodb","awsRegion":"ddblocal",
                 "dynamodb":{
                   "ApproximateCreationDateTime":1479499740,
                   "Keys":{"PK":{"S":"k"}},
                   "NewImage":{
                     "s":{"S":"gr\u00fc\u00dfe \\"quoted\\""},"n":{"N":"12345678901234567890.5"},
                     "b":{"B":"AP8C"},"bool":{"BOOL":true},"null":{"NULL":true},
                     "ss":{"SS":["x","y"]},"ns":{"NS":["1","2"]},"bs":{"BS":["AP8C"]},
                     "l":{"L":[{"S":"in"}]},"m":{"M":{"k":{"N":"7"}}}},
                   "SequenceNumber":"100","SizeBytes":26,"StreamViewType":"NEW_IMAGE"},
                 "eventSourceARN":"arn:stream"}
                """));
  }

  @Test
  void aRemovalByExpiryNamesTheServiceAndHasNoNewImage() throws Exception {
    Record expired =
        record(Map.of()).toBuilder()
            .eventName(OperationType.REMOVE)
            .userIdentity(i -> i.type("Service").principalId("dynamodb.amazonaws.com"))
            .build();

    JsonNode record =
        event(
                expired.toBuilder()
                    .dynamodb(expired.dynamodb().toBuilder().newImage(null).build())
                    .build())
            .get("Records")
            .get(0);

    assertThat(record.at("/userIdentity/principalId").asText()).isEqualTo("dynamodb.amazonaws.com");
    assertThat(record.at("/userIdentity/type").asText()).isEqualTo("Service");
    assertThat(record.get("dynamodb").has("NewImage")).isFalse();
  }

  private static JsonNode event(Record record) throws Exception {
    return JSON.readTree(RecordJson.event(List.of(new StreamEntry(record, "arn:stream"))));
  }

  private static Record record(Map<String, AttributeValue> image) {
    return Record.builder()
        .eventID("e1")
        .eventName(OperationType.INSERT)
        .eventVersion("1.1")
        .eventSource("aws:dynamodb")
        .awsRegion("ddblocal")
        .dynamodb(
            StreamRecord.builder()
                .approximateCreationDateTime(Instant.ofEpochSecond(1479499740))
                .keys(Map.of("PK", AttributeValue.fromS("k")))
                .newImage(image)
                .sequenceNumber("100")
                .sizeBytes(26L)
                .streamViewType(StreamViewType.NEW_IMAGE)
                .build())
        .build();
  }
}
