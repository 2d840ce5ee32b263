package io.github.dynamooutbox.cli.internal.parked;

import io.github.dynamooutbox.format.DecodeResult;
import io.github.dynamooutbox.format.ItemView;
import io.github.dynamooutbox.format.RecordCodec;
import io.github.dynamooutbox.relay.park.ParkedEvent;
import org.jspecify.annotations.Nullable;

/**
 * Reads the names of parked events. Those of a record follow each other: it is decoded once for all
 * of them. Used by one thread.
 */
public final class ParkedReader {
  private final RecordCodec codec;
  private @Nullable ItemView item;
  private @Nullable DecodeResult record;

  public ParkedReader(RecordCodec codec) {
    this.codec = codec;
  }

  /** What is shown of an event. */
  public ParkedRow row(ParkedEvent event) {
    return ParkedRow.of(event, name(event));
  }

  /** What it is called. */
  public ParkedName name(ParkedEvent event) {
    DecodeResult decoded = record;
    if (decoded == null || item != event.item()) {
      decoded = codec.decode(event.item());
      record = decoded;
      item = event.item();
    }
    return ParkedName.of(event, decoded);
  }
}
