/** What is wrong with an outbox, why, and what to do about it: for the console and for commands. */
@NullMarked
package io.github.dynamooutbox.cli.internal.verdict;

import org.jspecify.annotations.NullMarked;
