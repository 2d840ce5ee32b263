/** Events that cannot be published: why, until when, and how the demo redrives them. */
@NullMarked
package io.github.dynamooutbox.examples.demo.poison;

import org.jspecify.annotations.NullMarked;
