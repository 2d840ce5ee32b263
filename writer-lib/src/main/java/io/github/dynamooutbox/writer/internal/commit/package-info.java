/** Time limits, pauses and futures of a commit. */
@NullMarked
package io.github.dynamooutbox.writer.internal.commit;

import org.jspecify.annotations.NullMarked;
