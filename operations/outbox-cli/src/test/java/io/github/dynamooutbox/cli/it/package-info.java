/** The tool against local servers. */
package io.github.dynamooutbox.cli.it;
