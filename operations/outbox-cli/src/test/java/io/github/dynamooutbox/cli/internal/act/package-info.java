/** Tests of what is shared by commands and the console. */
@org.jspecify.annotations.NullMarked
package io.github.dynamooutbox.cli.internal.act;
