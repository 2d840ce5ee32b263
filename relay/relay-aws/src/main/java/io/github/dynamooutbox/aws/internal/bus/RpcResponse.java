package io.github.dynamooutbox.aws.internal.bus;

import java.util.List;
import software.amazon.awssdk.awscore.AwsResponse;
import software.amazon.awssdk.core.SdkField;

/** A response whose body is a structure. */
final class RpcResponse extends AwsResponse {
  private final Structure structure;

  RpcResponse(Structure structure) {
    this(structure, new Copy(structure));
  }

  private RpcResponse(Structure structure, Copy copy) {
    super(copy);
    this.structure = structure;
  }

  Structure structure() {
    return structure;
  }

  @Override
  public List<SdkField<?>> sdkFields() {
    return structure.sdkFields();
  }

  @Override
  public Copy toBuilder() {
    return new Copy(structure);
  }

  static final class Copy extends AwsResponse.BuilderImpl {
    private final Structure structure;

    private Copy(Structure structure) {
      this.structure = structure;
    }

    @Override
    public RpcResponse build() {
      return new RpcResponse(structure, this);
    }
  }
}
