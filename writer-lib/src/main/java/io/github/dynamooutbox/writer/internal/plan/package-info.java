/** What a transaction consists of: the actions, records and marker that it will send. */
@NullMarked
package io.github.dynamooutbox.writer.internal.plan;

import org.jspecify.annotations.NullMarked;
