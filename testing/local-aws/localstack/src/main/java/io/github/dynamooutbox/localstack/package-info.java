/** Floci or LocalStack in a container, as the endpoint that integration tests run against. */
@NullMarked
package io.github.dynamooutbox.localstack;

import org.jspecify.annotations.NullMarked;
