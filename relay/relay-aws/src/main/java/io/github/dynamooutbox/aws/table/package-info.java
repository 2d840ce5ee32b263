/** Reading any table as the relay reads its own. */
@NullMarked
package io.github.dynamooutbox.aws.table;

import org.jspecify.annotations.NullMarked;
