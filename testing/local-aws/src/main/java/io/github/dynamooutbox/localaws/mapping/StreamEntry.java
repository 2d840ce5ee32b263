package io.github.dynamooutbox.localaws.mapping;

import java.time.Instant;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** A record of the stream and its rendering for the function. */
final class StreamEntry {
  private final Record source;
  private final byte[] json;

  StreamEntry(Record source, String streamArn) {
    this.source = source;
    this.json = RecordJson.render(source, streamArn);
  }

  Record source() {
    return source;
  }

  /** Not a copy, and must not be modified. */
  byte[] json() {
    return json;
  }

  String sequenceNumber() {
    return source.dynamodb().sequenceNumber();
  }

  Instant created() {
    return source.dynamodb().approximateCreationDateTime();
  }
}
