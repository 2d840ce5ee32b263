package io.github.dynamooutbox.cli.internal.doctor;

import java.util.Optional;

/**
 * A Lambda function that relays the table.
 *
 * @param name its name
 * @param role ARN of the role that it runs with
 * @param abandoned where its mapping writes what it abandons: an ARN; empty if nowhere
 */
record RelayLambda(String name, String role, Optional<String> abandoned) {}
