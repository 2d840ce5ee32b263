package io.github.dynamooutbox.aws.config;

import static io.github.dynamooutbox.aws.keys.Key.Reader.BOTH;

import io.github.dynamooutbox.aws.control.ReceiptReader;
import io.github.dynamooutbox.aws.keys.Key;
import io.github.dynamooutbox.aws.keys.Section;
import java.time.Duration;
import java.util.Optional;

/** Declares and reads {@code controlTable}. */
final class ControlReader {
  static final Section KEYS =
      Section.of(
          "Where parked events, finished-ahead lists and receipts are kept. Without it nothing is"
              + " parked, and a retried batch publishes again what was published after the first"
              + " failure.");

  private static final Key<String> NAME =
      KEYS.add(
          Key.text("name", TableReader.TABLE_NAME)
              .required("the name of the control table")
              .readBy(BOTH)
              .about("The control table's name."));

  private static final Key<Boolean> RECEIPTS =
      KEYS.add(
          Key.flag("receipts")
              .byDefault(true)
              .about("Whether to write receipts: which event was published to which target."));

  /** By default a day longer than that of records, so that an audit finds both. */
  private static final Key<Integer> RETENTION_DAYS =
      KEYS.add(
          Key.number("receiptRetentionDays", 2, (int) ReceiptReader.LONGEST_RETENTION.toDays())
              .byDefault(8)
              .about("How long a receipt is kept, in days."));

  private ControlReader() {}

  static Optional<ControlConfig> read(JsonFields control) {
    Optional<String> name = control.find(NAME);
    boolean receipts = control.get(RECEIPTS);
    Duration retention = Duration.ofDays(control.get(RETENTION_DAYS));
    control.refuseOthers();
    return name.map(table -> new ControlConfig(table, receipts, retention));
  }
}
