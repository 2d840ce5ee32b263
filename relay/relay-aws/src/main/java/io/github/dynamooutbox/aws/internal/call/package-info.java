/** Blocking SDK calls as futures: run on an executor, aborted when the future is cancelled. */
@NullMarked
package io.github.dynamooutbox.aws.internal.call;

import org.jspecify.annotations.NullMarked;
