package io.github.dynamooutbox.relay.stream;

import io.github.dynamooutbox.format.ItemView;
import java.time.Instant;
import java.util.Optional;

/**
 * A change of an item, as a host read it from a shard.
 *
 * @param position the record's position in its shard
 * @param change what happened to the item
 * @param keys the item's key attributes
 * @param newImage the item after the change; empty for REMOVE and for streams without new images
 * @param createdAt when the stream received the record, approximately; from then on it keeps the
 *     record for 24 hours. If empty, the time when the writer wrote the record is used instead
 */
public record StreamRecord(
    StreamPosition position,
    ChangeType change,
    ItemView keys,
    Optional<ItemView> newImage,
    Optional<Instant> createdAt) {

  /** Creates a record whose creation time is unknown. */
  public StreamRecord(
      StreamPosition position, ChangeType change, ItemView keys, Optional<ItemView> newImage) {
    this(position, change, keys, newImage, Optional.empty());
  }
}
