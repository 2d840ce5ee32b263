/** The first stream position below which everything is finished. */
@NullMarked
package io.github.dynamooutbox.relay.progress;

import org.jspecify.annotations.NullMarked;
