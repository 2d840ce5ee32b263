package io.github.dynamooutbox.cli.internal.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.aws.examine.Examination;
import io.github.dynamooutbox.aws.examine.Finding;
import io.github.dynamooutbox.aws.examine.Finding.Verdict;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.kms.KmsClient;
import software.amazon.awssdk.services.kms.model.DescribeKeyRequest;
import software.amazon.awssdk.services.kms.model.DescribeKeyResponse;
import software.amazon.awssdk.services.kms.model.KeyMetadata;
import software.amazon.awssdk.services.kms.model.KeyState;

/** DynamoDB Local has no keys. */
class KeyExaminationTest {
  @Test
  void isFineWithAnEnabledKey() {
    assertThat(found(KeyState.ENABLED).verdict()).isEqualTo(Verdict.FINE);
  }

  @Test
  void saysHowToEnableAKey() {
    assertThat(found(KeyState.DISABLED).text())
        .isEqualTo("KMS key of table \"orders\" is disabled: aws kms enable-key --key-id key-1");
  }

  @Test
  void saysWhenAKeyWillBeDeletedAndHowToKeepIt() {
    assertThat(found(KeyState.PENDING_DELETION).text())
        .contains("will be deleted at 2026-12-24T00:00:00Z", "aws kms cancel-key-deletion");
  }

  @Test
  void isNotFineWithAnyOtherState() {
    assertThat(found(KeyState.UNAVAILABLE).verdict()).isEqualTo(Verdict.WRONG);
  }

  private static Finding found(KeyState state) {
    Examination examination = new Examination();
    new KeyExamination(examination).of(new OneKey(state), "orders", "key-1");
    return examination.findings().get(0);
  }

  private record OneKey(KeyState state) implements KmsClient {
    @Override
    public DescribeKeyResponse describeKey(DescribeKeyRequest request) {
      return DescribeKeyResponse.builder()
          .keyMetadata(
              KeyMetadata.builder()
                  .keyId(request.keyId())
                  .keyState(state)
                  .deletionDate(Instant.parse("2026-12-24T00:00:00Z"))
                  .build())
          .build();
    }

    @Override
    public String serviceName() {
      return "kms";
    }

    @Override
    public void close() {}
  }
}
