/** Sets up the Kinesis Client Library for a table's stream. */
@NullMarked
package io.github.dynamooutbox.kcl.internal.lease;

import org.jspecify.annotations.NullMarked;
