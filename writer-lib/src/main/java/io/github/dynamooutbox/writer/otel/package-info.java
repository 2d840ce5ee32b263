/** Metrics of commits with OpenTelemetry. This package needs its API on the class path. */
@NullMarked
package io.github.dynamooutbox.writer.otel;

import org.jspecify.annotations.NullMarked;
