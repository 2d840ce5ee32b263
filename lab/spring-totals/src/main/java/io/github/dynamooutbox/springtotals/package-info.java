/** A Spring Boot service that adds up what each customer spent, each event once. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.springtotals;
