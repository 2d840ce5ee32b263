/** Reads the events that an archive keeps. */
@NullMarked
package io.github.dynamooutbox.operations.archive;

import org.jspecify.annotations.NullMarked;
