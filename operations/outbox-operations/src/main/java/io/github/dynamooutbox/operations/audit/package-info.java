/** Audits, which account for every committed event. The command line is built on it. */
@NullMarked
package io.github.dynamooutbox.operations.audit;

import org.jspecify.annotations.NullMarked;
