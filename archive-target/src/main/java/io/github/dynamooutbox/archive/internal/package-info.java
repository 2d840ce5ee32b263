/** Writes events into objects of S3, and reads them back. */
@NullMarked
package io.github.dynamooutbox.archive.internal;

import org.jspecify.annotations.NullMarked;
