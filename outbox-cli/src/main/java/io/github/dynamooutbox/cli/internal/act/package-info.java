/** What changes something, for whoever asks: what it would do, and the act itself. */
@NullMarked
package io.github.dynamooutbox.cli.internal.act;

import org.jspecify.annotations.NullMarked;
