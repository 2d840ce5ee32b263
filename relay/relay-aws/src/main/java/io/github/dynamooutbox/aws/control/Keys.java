package io.github.dynamooutbox.aws.control;

import static io.github.dynamooutbox.aws.control.AttributeValues.text;

import io.github.dynamooutbox.format.RecordSize;
import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.relay.route.LaneKey;
import io.github.dynamooutbox.relay.stream.StreamPosition;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The keys of everything that the control table holds for one stream. */
record Keys(String stream) {
  static final String PK = "PK";
  static final String SK = "SK";
  static final String TTL = "ttl";

  /** Fits into both kinds of keys with the stream's name before it. */
  private static final int MAX_LANE_BYTES = 960;

  /** A key holds names of this size, whatever has to be escaped in them. */
  private static final int MAX_STREAM_BYTES = 512;

  Keys {
    stream = escaped(stream);
    if (stream.isEmpty() || RecordSize.utf8Length(stream) > MAX_STREAM_BYTES) {
      throw new IllegalArgumentException(
          "stream name \"" + stream + "\": must have 1 to " + MAX_STREAM_BYTES + " bytes");
    }
  }

  String aheadPartition() {
    return stream + "#AHEAD";
  }

  String receiptPartition(String hour, int part) {
    return stream + "#RECEIPT#" + hour + '#' + part;
  }

  /** The partition of the decisions of a year: a person makes few. */
  String decisions(int year) {
    return stream + "#DECISION#" + year;
  }

  /** By time, and by a hash of what makes each different. */
  Map<String, AttributeValue> decision(LoggedDecision logged) {
    String year = logged.at().toString().substring(0, 4);
    return of(
        decisions(Integer.parseInt(year)),
        receiptsFrom(logged.at()) + '#' + Sha256.hex(logged.decision().run()).substring(0, 16));
  }

  static Map<String, AttributeValue> of(String partition, String sort) {
    return Map.of(PK, text(partition), SK, text(sort));
  }

  /** Equal lists have the same key, so that saving one again changes nothing. */
  static String ahead(StreamPosition last, byte[] list) {
    return last.padded() + '#' + contentHash(list);
  }

  static String receipt(Instant at, byte[] content) {
    return receiptsFrom(at) + '#' + contentHash(content);
  }

  /** Sorts before all receipts of this time or later. */
  static String receiptsFrom(Instant at) {
    return "%015d".formatted(at.toEpochMilli());
  }

  static Instant receiptTime(String receiptSort) {
    return Instant.ofEpochMilli(Long.parseLong(receiptSort.substring(0, receiptSort.indexOf('#'))));
  }

  private static String contentHash(byte[] content) {
    return HexFormat.of().formatHex(Sha256.of(content), 0, 8);
  }

  /** A hashed name has no {@code #}, so it never equals another lane's. */
  static String laneName(LaneKey lane) {
    String name = escaped(lane.target()) + '#' + lane.aggregate();
    return RecordSize.utf8Length(name) <= MAX_LANE_BYTES ? name : Sha256.hex(name);
  }

  static String escaped(String name) {
    return name.replace("%", "%25").replace("#", "%23");
  }

  /** The inverse of {@link #escaped}. */
  static String unescaped(String name) {
    return name.replace("%23", "#").replace("%25", "%");
  }
}
