/**
 * The configuration of a whole relay, from one JSON document, which is checked before anything is
 * opened.
 */
@NullMarked
package io.github.dynamooutbox.aws.config;

import org.jspecify.annotations.NullMarked;
