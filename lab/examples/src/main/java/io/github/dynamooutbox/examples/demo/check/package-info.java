/** Compares what targets accepted and delivered with what the service committed. */
@NullMarked
package io.github.dynamooutbox.examples.demo.check;

import org.jspecify.annotations.NullMarked;
