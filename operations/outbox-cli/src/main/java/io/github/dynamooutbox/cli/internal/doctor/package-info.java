/**
 * What {@code outbox doctor} examines beyond the library: who relays the table, and with which
 * rights.
 */
@NullMarked
package io.github.dynamooutbox.cli.internal.doctor;

import org.jspecify.annotations.NullMarked;
