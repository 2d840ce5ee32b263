/** What a relay reports about its work, for metrics and logs. */
@NullMarked
package io.github.dynamooutbox.relay.observe;

import org.jspecify.annotations.NullMarked;
