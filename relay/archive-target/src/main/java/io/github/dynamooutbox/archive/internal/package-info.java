/** Writes events to S3 objects, and reads them back. */
@NullMarked
package io.github.dynamooutbox.archive.internal;

import org.jspecify.annotations.NullMarked;
