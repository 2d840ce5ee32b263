package io.github.dynamooutbox.cli.internal.doctor;

/**
 * A Lambda function that relays the table.
 *
 * @param name its name
 * @param role ARN of the role that it runs with
 */
record RelayLambda(String name, String role) {}
