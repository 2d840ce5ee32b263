package io.github.dynamooutbox.relay.stream;

import io.github.dynamooutbox.format.ItemView;
import java.util.Optional;

/**
 * A change of an item, as a host read it from a shard.
 *
 * @param position the record's position in its shard
 * @param change what happened to the item
 * @param keys the item's key attributes
 * @param newImage the item after the change; empty for REMOVE and for streams without new images
 */
public record StreamRecord(
    StreamPosition position, ChangeType change, ItemView keys, Optional<ItemView> newImage) {}
