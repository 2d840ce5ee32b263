/** Keeps more entries than fit into memory, on disk. */
@NullMarked
package io.github.dynamooutbox.operations.internal.spool;

import org.jspecify.annotations.NullMarked;
