/**
 * The outbox record and its events as values, and the codec between them and DynamoDB items.
 *
 * <p>The only place that knows attribute names. Depends on nothing: items are read through {@link
 * io.github.dynamooutbox.format.ItemView}, so that every host reads its own items in place.
 */
@NullMarked
package io.github.dynamooutbox.format;

import org.jspecify.annotations.NullMarked;
