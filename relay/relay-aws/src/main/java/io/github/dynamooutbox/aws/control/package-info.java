/** The control table: parked events, closed lanes, finished-ahead lists and receipts. */
@NullMarked
package io.github.dynamooutbox.aws.control;

import org.jspecify.annotations.NullMarked;
