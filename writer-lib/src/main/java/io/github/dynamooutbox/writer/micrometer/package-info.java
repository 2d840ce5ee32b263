/** Metrics of commits by Micrometer, which this package alone needs on the class path. */
@NullMarked
package io.github.dynamooutbox.writer.micrometer;

import org.jspecify.annotations.NullMarked;
