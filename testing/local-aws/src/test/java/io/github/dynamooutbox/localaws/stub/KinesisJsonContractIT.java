package io.github.dynamooutbox.localaws.stub;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.kinesis.KinesisClient;

/** Kinesis in JSON, as clients speak it with {@code -Daws.cborEnabled=false}. */
@ExtendWith(ContractServices.Extension.class)
class KinesisJsonContractIT extends KinesisContract {
  private static final Set<String> CONTENT_TYPES = ConcurrentHashMap.newKeySet();

  KinesisJsonContractIT(ContractServices aws) {
    super(jsonClient(aws));
  }

  private static KinesisClient jsonClient(ContractServices aws) {
    String setting = SdkSystemSetting.CBOR_ENABLED.property();
    System.setProperty(setting, "false");
    try {
      return ContractServices.configure(KinesisClient.builder(), aws.endpoint())
          .overrideConfiguration(o -> o.addExecutionInterceptor(new ContentTypes()))
          .build();
    } finally {
      System.clearProperty(setting);
    }
  }

  @Test
  void thisClientReallySpeaksJson() {
    // Creating the stream was its first request.
    assertThat(CONTENT_TYPES).containsExactly("application/x-amz-json-1.1");
  }

  private static final class ContentTypes implements ExecutionInterceptor {
    @Override
    public void beforeTransmission(
        Context.BeforeTransmission context, ExecutionAttributes attributes) {
      context.httpRequest().firstMatchingHeader("Content-Type").ifPresent(CONTENT_TYPES::add);
    }
  }
}
