/** Counts what the relay does, and tells it over HTTP. */
@NullMarked
package io.github.dynamooutbox.kcl.internal.telemetry;

import org.jspecify.annotations.NullMarked;
