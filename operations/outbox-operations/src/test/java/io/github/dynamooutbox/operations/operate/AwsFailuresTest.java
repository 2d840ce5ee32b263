package io.github.dynamooutbox.operations.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.exception.SdkClientException;

class AwsFailuresTest {
  /** The SDK names all providers that it has asked, over many lines. */
  @Test
  void saysInALineThatNoRegionOrNoCredentialsAreChosen() {
    assertThat(said("Unable to load region from any of the providers in the chain X: [A, B, C]"))
        .isEqualTo(
            "AWS cannot be reached: no region is chosen: add --region NAME, set AWS_REGION, or"
                + " choose a profile that has a region");
    assertThat(said("Unable to load credentials from any of the providers in the chain X"))
        .startsWith("AWS cannot be reached: there are no credentials: choose a profile");
  }

  private static String said(String message) {
    OperatorException explained = AwsFailures.explained(SdkClientException.create(message));
    assertThat(explained.kind()).isEqualTo(OperatorException.Kind.ACCESS);
    return String.valueOf(explained.getMessage());
  }
}
