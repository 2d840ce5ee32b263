/**
 * The relay as a long-running service on the Kinesis Client Library: {@link
 * io.github.dynamooutbox.kcl.Main} from the command line, {@link
 * io.github.dynamooutbox.kcl.RelayService} inside your own program.
 */
@NullMarked
package io.github.dynamooutbox.kcl;

import org.jspecify.annotations.NullMarked;
