/** Routes events to handlers by type, with their payloads as objects. */
@NullMarked
package io.github.dynamooutbox.inbox.router;

import org.jspecify.annotations.NullMarked;
