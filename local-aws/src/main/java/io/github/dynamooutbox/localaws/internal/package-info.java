/** Starts and ends the processes in which the local servers run. */
@NullMarked
package io.github.dynamooutbox.localaws.internal;

import org.jspecify.annotations.NullMarked;
