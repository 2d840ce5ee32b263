package io.github.dynamooutbox.operations.replay;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.dynamooutbox.aws.invocation.ExpectedStream;
import io.github.dynamooutbox.aws.invocation.StreamEvent;
import io.github.dynamooutbox.aws.invocation.StreamEventException;
import io.github.dynamooutbox.aws.invocation.StreamEventParser;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * The document that Lambda writes about a batch that it abandons (Lambda's developer guide, "Retain
 * discarded records for a DynamoDB event source"). Only an S3 destination receives it with the
 * records: the event of the invocation is the text {@code payload}.
 */
record InvocationRecord(String name, JsonNode document) {
  private static final ObjectMapper JSON = new ObjectMapper();

  static InvocationRecord parse(String name, byte[] content) throws InvocationRecordException {
    try {
      return new InvocationRecord(name, JSON.readTree(content));
    } catch (JsonProcessingException e) {
      throw new InvocationRecordException(
          "is not valid JSON at byte "
              + Optional.ofNullable(e.getLocation())
                  .map(at -> Long.toString(at.getByteOffset()))
                  .orElse("?"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The batch that it describes, which has to be of the stream of this table. */
  FailedBatch batch(String table) throws InvocationRecordException {
    JsonNode stream = document.path("DDBStreamBatchInfo");
    String arn = stream.path("streamArn").asText();
    if (!new ExpectedStream(table).isOfTable(arn)) {
      throw new InvocationRecordException(
          arn.isEmpty()
              ? "does not describe a batch of a DynamoDB stream"
              : "is about another table's stream, " + arn.replaceFirst(".*:table/", ""));
    }
    if (!document.path("payload").isTextual()) {
      throw new InvocationRecordException("has no records: only an S3 destination gets them");
    }
    try {
      return new FailedBatch(
          name,
          Instant.parse(document.path("timestamp").asText()),
          document.path("requestContext").path("condition").asText("unknown"),
          document.path("requestContext").path("approximateInvokeCount").asInt(),
          stream.path("shardId").asText(),
          new StreamPosition(stream.path("startSequenceNumber").asText()),
          stream.path("batchSize").asInt());
    } catch (DateTimeParseException e) {
      throw new InvocationRecordException("has no valid timestamp");
    } catch (IllegalArgumentException e) {
      throw new InvocationRecordException("has no valid startSequenceNumber");
    }
  }

  /** The batch, as the function would have received it. */
  StreamEvent event(StreamEventParser parser) throws InvocationRecordException {
    byte[] payload = document.path("payload").asText().getBytes(StandardCharsets.UTF_8);
    try {
      return parser.parse(new ByteArrayInputStream(payload));
    } catch (StreamEventException e) {
      throw new InvocationRecordException("its payload: " + e.getMessage());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Reports that an object is not what an event source mapping writes, and why, without its
   * content.
   */
  static final class InvocationRecordException extends Exception {
    private static final long serialVersionUID = 1;

    private final String why;

    InvocationRecordException(String why) {
      super(why);
      this.why = why;
    }

    String why() {
      return why;
    }
  }
}
