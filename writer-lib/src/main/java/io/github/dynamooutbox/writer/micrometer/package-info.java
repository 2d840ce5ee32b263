/** Metrics of commits with Micrometer. Only this package needs it on the class path. */
@NullMarked
package io.github.dynamooutbox.writer.micrometer;

import org.jspecify.annotations.NullMarked;
