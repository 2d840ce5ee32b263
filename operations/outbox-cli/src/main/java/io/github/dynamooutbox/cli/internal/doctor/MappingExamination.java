package io.github.dynamooutbox.cli.internal.doctor;

import io.github.dynamooutbox.aws.examine.Examination;
import io.github.dynamooutbox.format.OutboxSchema;
import java.util.Set;
import software.amazon.awssdk.services.lambda.model.EventSourceMappingConfiguration;
import software.amazon.awssdk.services.lambda.model.EventSourcePosition;
import software.amazon.awssdk.services.lambda.model.Filter;
import software.amazon.awssdk.services.lambda.model.FunctionResponseType;

/** Examines the settings of an event source mapping that the relay's guarantees depend on. */
record MappingExamination(Examination examination, OutboxSchema schema, String function) {
  private static final Set<String> WORKS = Set.of("Enabled", "Enabling", "Updating", "Creating");
  private static final int NO_LIMIT = -1;

  /** Reports settings that are wrong, each with the option that fixes it. */
  private final class Settings {
    private final EventSourceMappingConfiguration mapping;
    private int problems;

    Settings(EventSourceMappingConfiguration mapping) {
      this.mapping = mapping;
    }

    void require(boolean right, String otherwise, String option) {
      if (!right) {
        problems++;
        examination.wrong(
            subject(mapping),
            otherwise,
            "aws lambda update-event-source-mapping --uuid %s %s"
                .formatted(mapping.uuid(), option));
      }
    }
  }

  private String subject(EventSourceMappingConfiguration mapping) {
    return "mapping %s of function \"%s\"".formatted(mapping.uuid(), function);
  }

  void of(EventSourceMappingConfiguration mapping) {
    Settings settings = new Settings(mapping);
    settings.require(
        WORKS.contains(mapping.state()),
        "is " + mapping.state() + ": nothing is relayed",
        "--enabled");
    settings.require(
        is(mapping.parallelizationFactor(), 1),
        "has a parallelization factor of %s, which breaks the order within an aggregate"
            .formatted(mapping.parallelizationFactor()),
        "--parallelization-factor 1");
    settings.require(
        is(mapping.maximumRetryAttempts(), NO_LIMIT),
        "abandons a batch, and with it its events, after %s attempts"
            .formatted(mapping.maximumRetryAttempts()),
        "--maximum-retry-attempts -1");
    settings.require(
        is(mapping.maximumRecordAgeInSeconds(), NO_LIMIT),
        "discards records that are older than %s s".formatted(mapping.maximumRecordAgeInSeconds()),
        "--maximum-record-age-in-seconds -1");
    settings.require(
        mapping.functionResponseTypes().contains(FunctionResponseType.REPORT_BATCH_ITEM_FAILURES),
        "does not report partial failures, so a batch with one failed event is published again from"
            + " its start",
        "--function-response-types ReportBatchItemFailures");
    settings.require(
        passesRecords(mapping),
        "has a filter that leaves out new records below \"%s\"".formatted(schema.prefix()),
        "--filter-criteria '%s'".formatted(StreamPattern.suggested(schema)));
    start(mapping);
    lastResult(mapping);
    if (settings.problems == 0) {
      examination.fine(subject(mapping), "is " + mapping.state() + ", and set as required");
    }
  }

  private static boolean is(Integer setting, int required) {
    // Where AWS does not say it, it is the default, which is what is required.
    return setting == null || setting == required;
  }

  private boolean passesRecords(EventSourceMappingConfiguration mapping) {
    return mapping.filterCriteria() == null
        || mapping.filterCriteria().filters().isEmpty()
        || mapping.filterCriteria().filters().stream()
            .map(Filter::pattern)
            .anyMatch(pattern -> new StreamPattern(pattern).passesRecordsOf(schema));
  }

  private void start(EventSourceMappingConfiguration mapping) {
    if (mapping.startingPosition() != EventSourcePosition.TRIM_HORIZON) {
      examination.advise(
          subject(mapping),
          "started at %s: what was committed before it was created was never relayed"
              .formatted(mapping.startingPositionAsString()),
          "audit the time before: outbox audit --from ... --to ...");
    }
  }

  private void lastResult(EventSourceMappingConfiguration mapping) {
    String result = String.valueOf(mapping.lastProcessingResult());
    if (result.startsWith("PROBLEM")) {
      examination.wrong(
          subject(mapping),
          "could not invoke the function last time: " + result,
          "see the function's log: aws logs tail /aws/lambda/%s".formatted(function));
    }
  }
}
