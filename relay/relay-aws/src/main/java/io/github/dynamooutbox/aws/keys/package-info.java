/**
 * The keys of the configuration, each declared once. Its reader, the JSON Schema and the reference
 * follow from the declaration.
 */
@NullMarked
package io.github.dynamooutbox.aws.keys;

import org.jspecify.annotations.NullMarked;
