package io.github.dynamooutbox.aws.config;

import java.time.Duration;

/**
 * The control table, which stores parked events, finished-ahead lists and receipts.
 *
 * @param table its name
 * @param receipts whether receipts are written
 * @param receiptRetention retention of receipts
 */
public record ControlConfig(String table, boolean receipts, Duration receiptRetention) {
  /** Its name in messages. */
  public String described() {
    return "the control table \"" + table + '"';
  }
}
