package io.github.dynamooutbox.aws.internal.bus;

import java.util.List;
import software.amazon.awssdk.awscore.AwsRequest;
import software.amazon.awssdk.core.SdkField;

/** A request whose body is a structure. */
final class RpcRequest extends AwsRequest {
  private final Structure structure;

  RpcRequest(Structure structure) {
    this(structure, new Copy(structure));
  }

  private RpcRequest(Structure structure, Copy copy) {
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

  static final class Copy extends AwsRequest.BuilderImpl {
    private final Structure structure;

    private Copy(Structure structure) {
      this.structure = structure;
    }

    @Override
    public RpcRequest build() {
      return new RpcRequest(structure, this);
    }
  }
}
