package io.github.dynamooutbox.aws;

import java.time.Duration;

/**
 * The control table: where parked events, finished-ahead lists and receipts are kept.
 *
 * @param table its name
 * @param receipts whether receipts are written
 * @param receiptRetention how long a receipt is kept
 */
public record ControlConfig(String table, boolean receipts, Duration receiptRetention) {}
