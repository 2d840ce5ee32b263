/**
 * What operators do with a running outbox: see what is stuck, and why. The command line is a layer
 * of words over this package; whoever wants other words builds on it, too.
 *
 * <p>{@link io.github.dynamooutbox.aws.operate.OutboxOperator} is the entry point. Its methods
 * block, and throw {@link io.github.dynamooutbox.aws.operate.OperatorException} where the caller
 * has to correct something.
 */
@NullMarked
package io.github.dynamooutbox.aws.operate;

import org.jspecify.annotations.NullMarked;
