/**
 * What every host of a relay needs: the configured relay and redrive with their clients and
 * threads, the log, the figures, and the writer of metrics. A host adds how it receives records,
 * when it starts and stops, and its logging context.
 */
@NullMarked
package io.github.dynamooutbox.aws.host;

import org.jspecify.annotations.NullMarked;
