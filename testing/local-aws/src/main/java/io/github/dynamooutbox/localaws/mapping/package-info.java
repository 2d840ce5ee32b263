/**
 * An event source mapping: reads a table's stream and calls a function with it, as the service
 * does.
 */
@NullMarked
package io.github.dynamooutbox.localaws.mapping;

import org.jspecify.annotations.NullMarked;
