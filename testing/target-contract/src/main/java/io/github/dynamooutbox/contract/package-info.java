/** What the relay requires of every target, as tests that a target's test class inherits. */
@NullMarked
package io.github.dynamooutbox.contract;

import org.jspecify.annotations.NullMarked;
