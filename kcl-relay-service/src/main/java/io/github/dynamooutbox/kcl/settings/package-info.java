/** Settings of the service, its exit codes, and why it cannot start or continue. */
@NullMarked
package io.github.dynamooutbox.kcl.settings;

import org.jspecify.annotations.NullMarked;
