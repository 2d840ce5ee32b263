/**
 * What operators do with a running outbox: see what is stuck, and why. The command line is a thin
 * layer over this package, and other tools can be built on it, too.
 *
 * <p>{@link io.github.dynamooutbox.operations.operate.OutboxOperator} is the entry point. Its
 * methods block, and throw {@link io.github.dynamooutbox.operations.operate.OperatorException}
 * where the caller has to correct something.
 */
@NullMarked
package io.github.dynamooutbox.operations.operate;

import org.jspecify.annotations.NullMarked;
