package io.github.dynamooutbox.writer;

import io.github.dynamooutbox.format.DurationText;
import io.github.dynamooutbox.format.FormatLimits;
import io.github.dynamooutbox.writer.internal.commit.Deadline;
import io.github.dynamooutbox.writer.internal.plan.ClientSettings;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The rules for an outbox's settings. */
final class SettingRules {
  /** Anything longer is an error in the unit: no record is kept for nearly as long. */
  private static final Duration MAX_RETENTION = Duration.ofDays(3650);

  private static final int LEAST_COMPRESSED = 256;

  /** EventBridge user guide, "PutEvents": reserved. */
  private static final String SOURCES_OF_AWS = "aws.";

  private final String table;

  SettingRules(String table) {
    this.table = table;
  }

  void checkTables(Optional<String> outboxTable) {
    if (table.isEmpty()) {
      throw new InvalidConfigurationException("outbox: no table is set; call table(name)");
    }
    if (outboxTable.isPresent() && outboxTable.get().isEmpty()) {
      throw invalid("the name of the outbox table is empty");
    }
  }

  void checkSource(String source, List<TargetLimits> targets) {
    String problem = Checks.problemOf(source);
    if (!problem.isEmpty()) {
      throw invalid("the source " + problem + "; call source(uriReference)");
    }
    try {
      new URI(source);
    } catch (URISyntaxException e) {
      throw invalid("the source is not a URI reference: " + e.getMessage());
    }
    for (TargetLimits target : targets) {
      if (target.eventBridgeRules() && source.startsWith(SOURCES_OF_AWS)) {
        throw invalid(
            "the source begins with \"%s\"; %s accepts such sources from AWS only"
                .formatted(SOURCES_OF_AWS, target.target()));
      }
      if (source.length() > target.maxSourceCharacters()) {
        throw invalid(
            "the source has %d characters; %s accepts %d"
                .formatted(source.length(), target.target(), target.maxSourceCharacters()));
      }
    }
  }

  void checkRetention(String what, Duration given, Duration min) {
    if (given.compareTo(min) < 0) {
      throw invalid(
          "the "
              + what
              + " is "
              + DurationText.of(given)
              + "; it must be at least "
              + DurationText.of(min)
              + (min.equals(FormatLimits.MIN_RETENTION)
                  ? ", because the table's stream keeps records for 24 hours"
                  : ""));
    }
    if (given.compareTo(MAX_RETENTION) > 0) {
      throw invalid(
          "the %s is %s; it must be at most %s"
              .formatted(what, DurationText.of(given), DurationText.of(MAX_RETENTION)));
    }
  }

  /** Checked when it is set, before the table is known. */
  static int compressFrom(int threshold) {
    if (threshold < LEAST_COMPRESSED) {
      throw new InvalidConfigurationException(
          "the threshold of compressed payloads is "
              + threshold
              + " bytes; it must be at least 256");
    }
    return threshold;
  }

  Duration timeout(Duration given) {
    String problem = Deadline.problemOf(given);
    if (!problem.isEmpty()) {
      throw invalid("the timeout of commits " + problem);
    }
    return given;
  }

  String region(ClientSettings client) {
    return client
        .region()
        .orElseThrow(
            () ->
                invalid(
                    "the client does not report its region (does it wrap another?): call"
                        + " region(...) on the builder, or set AWS_REGION"));
  }

  private InvalidConfigurationException invalid(String problem) {
    return new InvalidConfigurationException("outbox of table " + table + ": " + problem);
  }
}
