/** What the service needs around it, on one machine: a table, a relay and a queue. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.springorders.embedded;
