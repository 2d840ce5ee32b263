/** Internals of the local servers. */
@NullMarked
package io.github.dynamooutbox.localaws.internal;

import org.jspecify.annotations.NullMarked;
