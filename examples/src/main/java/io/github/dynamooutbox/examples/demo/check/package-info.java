/** Holds what targets took and delivered against what the service committed. */
@NullMarked
package io.github.dynamooutbox.examples.demo.check;

import org.jspecify.annotations.NullMarked;
