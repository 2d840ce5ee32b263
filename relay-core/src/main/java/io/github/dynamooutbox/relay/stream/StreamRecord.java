package io.github.dynamooutbox.relay.stream;

import io.github.dynamooutbox.format.ItemView;
import java.util.Optional;

/**
 * One change of one item, as a host read it from a shard.
 *
 * @param position the record's place in its shard
 * @param change what happened to the item
 * @param keys the item's key attributes
 * @param newImage the item after the change; absent for REMOVE and for streams without NEW_IMAGE
 */
public record StreamRecord(
    StreamPosition position, ChangeType change, ItemView keys, Optional<ItemView> newImage) {}
