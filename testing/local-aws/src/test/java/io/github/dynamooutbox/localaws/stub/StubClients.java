package io.github.dynamooutbox.localaws.stub;

import io.github.dynamooutbox.localaws.AwsStub;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.sns.SnsClient;

/** A stub with its clients, for tests of what only a stub can do. */
final class StubClients implements AutoCloseable {
  private final AwsStub stub;
  private final EventBridgeClient eventBridge;
  private final SnsClient sns;
  private final KinesisClient kinesis;

  StubClients(AwsStub stub) {
    this.stub = stub;
    this.eventBridge =
        ContractServices.configure(EventBridgeClient.builder(), stub.endpoint()).build();
    this.sns = ContractServices.configure(SnsClient.builder(), stub.endpoint()).build();
    this.kinesis = ContractServices.configure(KinesisClient.builder(), stub.endpoint()).build();
  }

  AwsStub stub() {
    return stub;
  }

  EventBridgeClient eventBridge() {
    return eventBridge;
  }

  SnsClient sns() {
    return sns;
  }

  KinesisClient kinesis() {
    return kinesis;
  }

  @Override
  public void close() {
    eventBridge.close();
    sns.close();
    kinesis.close();
    stub.close();
  }
}
