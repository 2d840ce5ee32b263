/**
 * Replays: they publish again what is in the table, through the relay's own lanes, marked as
 * replays. A library below the command line.
 */
@NullMarked
package io.github.dynamooutbox.aws.replay;

import org.jspecify.annotations.NullMarked;
