/** What the relay relies on in every target, as tests that a target's own tests run. */
@NullMarked
package io.github.dynamooutbox.contract;

import org.jspecify.annotations.NullMarked;
