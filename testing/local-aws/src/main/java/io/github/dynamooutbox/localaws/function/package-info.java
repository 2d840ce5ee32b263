/**
 * Lambda functions on this machine: a function as its caller sees it, and a process that runs a
 * packaged handler.
 */
@NullMarked
package io.github.dynamooutbox.localaws.function;

import org.jspecify.annotations.NullMarked;
