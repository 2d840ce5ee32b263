package io.github.dynamooutbox.aws.internal.targets;

import io.github.dynamooutbox.aws.internal.call.RequestErrors;
import io.github.dynamooutbox.aws.targets.ResourceKind;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequest;
import software.amazon.awssdk.services.kinesis.model.PutRecordsRequestEntry;
import software.amazon.awssdk.services.kinesis.model.PutRecordsResponse;

/**
 * Asks a stream whether a record would be accepted, without publishing it (Kinesis developer guide,
 * "Test your permissions and request inputs with dry run", September 2026). It does not try the
 * stream's KMS key.
 *
 * <p>Only where the SDK on the class path knows the parameter, as later ones than this is built
 * with do, and only at AWS: an emulator that does not know it would store the record.
 */
final class DryRun {
  private static final String RIGHT = "kinesis:PutRecords";

  private DryRun() {}

  /**
   * Examines whether the caller may publish, if that can be asked.
   *
   * @param stream name or ARN
   */
  static void examine(KinesisClient client, String stream, TargetFindings findings) {
    PutRecordsRequest.Builder request =
        PutRecordsRequest.builder()
            .records(
                PutRecordsRequestEntry.builder()
                    .data(SdkBytes.fromUtf8String("{}"))
                    .partitionKey("dry-run")
                    .build());
    if (ResourceKind.isArn(stream)) {
      request.streamARN(stream);
    } else {
      request.streamName(stream);
    }
    if (mayBeTried(client) && request(request)) {
      findings.look(RIGHT, () -> report(client, request.build(), findings));
    }
  }

  /** Whether the client calls AWS, and nothing that may store what only asks. */
  static boolean mayBeTried(KinesisClient client) {
    return client.serviceClientConfiguration().endpointOverride().isEmpty();
  }

  /** Makes a dry run of a request; false if the SDK does not know how. */
  static boolean request(SdkPojo request) {
    for (SdkField<?> field : request.sdkFields()) {
      if (field.memberName().equals("DryRun")) {
        field.set(request, true);
        return true;
      }
    }
    return false;
  }

  static void report(KinesisClient client, PutRecordsRequest dryRun, TargetFindings findings) {
    try {
      PutRecordsResponse unused = client.putRecords(dryRun);
      findings.wrong(
          "does not know dry runs, and has stored a record that is no event",
          "have its consumers skip the record with partition key dry-run");
    } catch (AwsServiceException e) {
      String code = RequestErrors.retry(e).code();
      if (code.equals("DryRunOperationException")) {
        findings.fine("may be published to");
      } else if (code.startsWith("AccessDenied")) {
        findings.unchecked(
            "may not be published to with these credentials (%s)".formatted(code),
            "allow %s if they are the relay's".formatted(RIGHT));
      } else {
        throw e;
      }
    }
  }
}
