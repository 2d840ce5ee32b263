package io.github.dynamooutbox.aws.config;

import java.time.Duration;
import java.util.Optional;

/** Reads {@code controlTable}. */
final class ControlReader {
  /** A day longer than the default retention of records, so that an audit finds both. */
  private static final int DEFAULT_RECEIPT_RETENTION_DAYS = 8;

  private ControlReader() {}

  static Optional<ControlConfig> read(JsonFields control) {
    if (!control.has("name")) {
      control.missing("name", "the name of the control table");
    }
    Optional<String> name = control.text("name", TableReader.TABLE_NAME);
    boolean receipts = control.flag("receipts").orElse(true);
    long days = control.number("receiptRetentionDays", 2, 400, DEFAULT_RECEIPT_RETENTION_DAYS);
    control.refuseOthers();
    return name.map(table -> new ControlConfig(table, receipts, Duration.ofDays(days)));
  }
}
