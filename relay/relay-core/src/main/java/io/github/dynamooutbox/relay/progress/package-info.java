/** What is finished behind the first unfinished stream position. */
@NullMarked
package io.github.dynamooutbox.relay.progress;

import org.jspecify.annotations.NullMarked;
