package io.github.dynamooutbox.cli.internal.doctor;

import io.github.dynamooutbox.aws.examine.Examination;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.kms.model.KeyMetadata;

/** Examines the key that a table is encrypted with. */
record KeyExamination(Examination examination) {
  void of(String table, String key) {
    try (KmsClient client = KmsClient.create()) {
      of(client, table, key);
    }
  }

  void of(KmsClient client, String table, String key) {
    String subject = "KMS key of table \"%s\"".formatted(table);
    examination.look(
        subject,
        "kms:DescribeKey",
        () -> state(subject, client.describeKey(request -> request.keyId(key)).keyMetadata()));
  }

  private void state(String subject, KeyMetadata key) {
    switch (key.keyState()) {
      case ENABLED -> examination.fine(subject, "is enabled");
      case PENDING_DELETION ->
          examination.wrong(
              subject,
              "will be deleted at %s, and the table with it".formatted(key.deletionDate()),
              "aws kms cancel-key-deletion --key-id %s".formatted(key.keyId()));
      case DISABLED ->
          examination.wrong(
              subject, "is disabled", "aws kms enable-key --key-id %s".formatted(key.keyId()));
      default ->
          examination.wrong(
              subject,
              "is %s".formatted(key.keyStateAsString()),
              "make it usable: aws kms describe-key --key-id %s".formatted(key.keyId()));
    }
  }
}
