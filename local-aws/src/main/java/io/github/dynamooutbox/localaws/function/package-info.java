/**
 * Lambda functions on this machine: what a function is to its caller, and a process that runs a
 * packaged handler.
 */
@NullMarked
package io.github.dynamooutbox.localaws.function;

import org.jspecify.annotations.NullMarked;
