/** The form in which archives keep events: lines of JSON, in folders by the hour. */
@NullMarked
package io.github.dynamooutbox.archive.form;

import org.jspecify.annotations.NullMarked;
