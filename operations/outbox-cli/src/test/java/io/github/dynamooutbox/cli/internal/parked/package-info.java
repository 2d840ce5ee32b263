@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.cli.internal.parked;
