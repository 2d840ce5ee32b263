package io.github.dynamooutbox.benchmarks.relay;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** A service's answer that accepts all entries of a request. */
final class Answer {
  private static final String JSON = "application/x-amz-json-1.1";

  private final byte[] body;
  private final String contentType;
  private final boolean publishes;

  private Answer(byte[] body, String contentType, boolean publishes) {
    this.body = body;
    this.contentType = contentType;
    this.publishes = publishes;
  }

  byte[] body() {
    return body;
  }

  String contentType() {
    return contentType;
  }

  /** Whether the request publishes something. */
  boolean publishes() {
    return publishes;
  }

  /**
   * The answer that accepts a request.
   *
   * @param action the header that names the action; null for SNS, which has none
   */
  static Answer to(@Nullable String action, byte[] request) {
    if (action == null) {
      return new Answer(sns(count(request, ".Id=")), "text/xml", true);
    }
    if (action.endsWith(".DescribeEventBus")) {
      return new Answer(utf8("{\"Name\":\"orders\"}"), JSON, false);
    }
    if (action.endsWith(".PutEvents")) {
      return new Answer(eventBridge(count(request, "\"DetailType\":")), JSON, true);
    }
    if (action.endsWith(".PutRecords")) {
      return new Answer(
          kinesis(count(request, "PartitionKey")), "application/x-amz-cbor-1.1", true);
    }
    throw new IllegalArgumentException("no answer to " + action);
  }

  private static byte[] eventBridge(int entries) {
    return utf8(
        "{\"FailedEntryCount\":0,\"Entries\":["
            + "{\"EventId\":\"e\"},".repeat(entries - 1)
            + "{\"EventId\":\"e\"}]}");
  }

  private static byte[] sns(int entries) {
    StringBuilder xml = new StringBuilder("<PublishBatchResponse><PublishBatchResult><Successful>");
    for (int i = 0; i < entries; i++) {
      xml.append("<member><Id>").append(i).append("</Id><MessageId>m</MessageId></member>");
    }
    return utf8(
        xml.append("</Successful><Failed/></PublishBatchResult></PublishBatchResponse>")
            .toString());
  }

  /** CBOR, RFC 8949: a map of two entries, the second an array of maps of two texts. */
  private static byte[] kinesis(int entries) {
    ByteArrayOutputStream cbor = new ByteArrayOutputStream();
    cbor.write(0xA2);
    text(cbor, "FailedRecordCount");
    cbor.write(0);
    text(cbor, "Records");
    cbor.write(0x99);
    cbor.write(entries >> 8);
    cbor.write(entries);
    for (int i = 0; i < entries; i++) {
      cbor.write(0xA2);
      text(cbor, "SequenceNumber");
      text(cbor, "1");
      text(cbor, "ShardId");
      text(cbor, "shardId-0");
    }
    return cbor.toByteArray();
  }

  /** Writes a text of less than 24 bytes. */
  private static void text(ByteArrayOutputStream cbor, String text) {
    cbor.write(0x60 | text.length());
    cbor.writeBytes(utf8(text));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static int count(byte[] in, String what) {
    byte[] sought = utf8(what);
    int found = 0;
    for (int i = 0; i + sought.length <= in.length; i++) {
      int same = 0;
      while (same < sought.length && in[i + same] == sought[same]) {
        same++;
      }
      found += same == sought.length ? 1 : 0;
    }
    return found;
  }
}
