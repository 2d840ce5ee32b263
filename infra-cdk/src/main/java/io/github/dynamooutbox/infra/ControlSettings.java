package io.github.dynamooutbox.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import software.amazon.awscdk.services.dynamodb.ITable;
import software.amazon.awscdk.services.kms.IKey;

/**
 * The control table, with the names of the configuration.
 *
 * @param tableArn an existing table, which is not changed
 * @param kmsKeyArn the customer key that encrypts the existing table
 */
public record ControlSettings(String name, Optional<String> tableArn, Optional<String> kmsKeyArn) {

  /** A table that exists, or that the same app creates. */
  static ControlSettings of(ITable table) {
    return new ControlSettings(
        table.getTableName(),
        Optional.of(table.getTableArn()),
        Optional.ofNullable(table.getEncryptionKey()).map(IKey::getKeyArn));
  }

  static ControlSettings of(String name, JsonNode deployed) {
    return new ControlSettings(
        name, TableSettings.text(deployed, "tableArn"), TableSettings.text(deployed, "kmsKeyArn"));
  }
}
