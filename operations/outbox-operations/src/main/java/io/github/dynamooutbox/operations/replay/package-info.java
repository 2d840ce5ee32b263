/**
 * Replays: they publish again what is in the table or an archive, through the relay's own lanes,
 * marked as replays. The command line is built on it.
 */
@NullMarked
package io.github.dynamooutbox.operations.replay;

import org.jspecify.annotations.NullMarked;
