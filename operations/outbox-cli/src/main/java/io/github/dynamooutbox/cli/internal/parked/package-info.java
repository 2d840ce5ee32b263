/** Parked events as the tool shows and selects them, without their payloads. */
@NullMarked
package io.github.dynamooutbox.cli.internal.parked;

import org.jspecify.annotations.NullMarked;
