/** What is finished beyond the first unfinished stream position. */
@NullMarked
package io.github.dynamooutbox.relay.progress;

import org.jspecify.annotations.NullMarked;
