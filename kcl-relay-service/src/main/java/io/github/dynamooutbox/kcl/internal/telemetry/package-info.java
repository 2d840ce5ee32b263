/** Counts what the relay does, and reports it over HTTP. */
@NullMarked
package io.github.dynamooutbox.kcl.internal.telemetry;

import org.jspecify.annotations.NullMarked;
