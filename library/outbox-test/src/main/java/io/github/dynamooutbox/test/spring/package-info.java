/** The test slice of Spring Boot for what a service commits. */
@NullMarked
package io.github.dynamooutbox.test.spring;

import org.jspecify.annotations.NullMarked;
