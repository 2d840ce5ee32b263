/**
 * From an event to what targets receive: CloudEvents JSON, or the bare payload with attributes.
 * Writers measure with the same code before a commit.
 */
@NullMarked
package io.github.dynamooutbox.format.render;

import org.jspecify.annotations.NullMarked;
