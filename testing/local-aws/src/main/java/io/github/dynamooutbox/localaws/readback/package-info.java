/**
 * Reads what arrived at an endpoint that keeps no log for tests: through a queue behind a bus or a
 * topic, or from a stream directly, with AWS's public API only.
 */
@NullMarked
package io.github.dynamooutbox.localaws.readback;

import org.jspecify.annotations.NullMarked;
