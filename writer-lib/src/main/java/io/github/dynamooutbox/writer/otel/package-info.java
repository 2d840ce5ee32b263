/** Metrics of commits by OpenTelemetry, which this package needs on the class path. */
@NullMarked
package io.github.dynamooutbox.writer.otel;

import org.jspecify.annotations.NullMarked;
