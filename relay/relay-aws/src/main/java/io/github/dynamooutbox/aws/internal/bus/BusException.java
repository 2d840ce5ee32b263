package io.github.dynamooutbox.aws.internal.bus;

import java.util.List;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;

/** An error that the bus answered with; the SDK's protocol classes fill it in. */
final class BusException extends AwsServiceException {
  private static final long serialVersionUID = 1L;

  private BusException(Fields fields) {
    super(fields);
  }

  static Fields fields() {
    return new Fields();
  }

  static final class Fields extends AwsServiceException.BuilderImpl implements SdkPojo {
    private Fields() {}

    @Override
    public List<SdkField<?>> sdkFields() {
      return List.of();
    }

    @Override
    public BusException build() {
      return new BusException(this);
    }
  }
}
