/**
 * Reads what arrived at an endpoint that keeps no log for tests: with a queue behind a bus or a
 * topic, and from a stream itself. All through the public API.
 */
@NullMarked
package io.github.dynamooutbox.localaws.readback;

import org.jspecify.annotations.NullMarked;
