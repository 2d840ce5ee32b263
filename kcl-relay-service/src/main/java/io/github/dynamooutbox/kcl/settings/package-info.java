/** Settings of the service, and the reason why it cannot start or continue. */
@NullMarked
package io.github.dynamooutbox.kcl.settings;

import org.jspecify.annotations.NullMarked;
