package io.github.dynamooutbox.cli.internal.doctor;

import io.github.dynamooutbox.aws.examine.Examination;
import io.github.dynamooutbox.aws.examine.OperatorClients;
import java.util.concurrent.atomic.AtomicBoolean;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.kms.model.KeyManagerType;
import software.amazon.awssdk.services.kms.model.KeyMetadata;

/** Examines the key that a table is encrypted with. */
record KeyExamination(Examination examination) {
  /** Whether readers of the table need a permission for the key: AWS does not manage it. */
  boolean of(String table, String key) {
    try (KmsClient client =
        KmsClient.builder().overrideConfiguration(OperatorClients::forQuestions).build()) {
      return of(client, table, key);
    }
  }

  boolean of(KmsClient client, String table, String key) {
    String subject = "KMS key of table \"%s\"".formatted(table);
    AtomicBoolean isOwn = new AtomicBoolean();
    examination.look(
        subject,
        "kms:DescribeKey",
        () -> {
          KeyMetadata found = client.describeKey(request -> request.keyId(key)).keyMetadata();
          isOwn.set(found.keyManager() != KeyManagerType.AWS);
          state(subject, found);
        });
    return isOwn.get();
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
