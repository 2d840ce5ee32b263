/** The demo's output while it runs and at its end. */
@NullMarked
package io.github.dynamooutbox.examples.demo.report;

import org.jspecify.annotations.NullMarked;
