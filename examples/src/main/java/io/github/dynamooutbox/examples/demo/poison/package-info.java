/** What cannot be published: why, until when, and how the demo gets it out. */
@NullMarked
package io.github.dynamooutbox.examples.demo.poison;

import org.jspecify.annotations.NullMarked;
