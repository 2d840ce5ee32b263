/** Spring Boot's auto-configuration of the outbox. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.spring;
