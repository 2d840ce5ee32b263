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
 * @param createdAt when the stream got the record, approximately; from then on it keeps it for 24
 *     hours. Empty if not known: then the writer's clock stands in
 */
public record StreamRecord(
    StreamPosition position,
    ChangeType change,
    ItemView keys,
    Optional<ItemView> newImage,
    Optional<Instant> createdAt) {

  /** A record of which nobody knows when it was created. */
  public StreamRecord(
      StreamPosition position, ChangeType change, ItemView keys, Optional<ItemView> newImage) {
    this(position, change, keys, newImage, Optional.empty());
  }
}
