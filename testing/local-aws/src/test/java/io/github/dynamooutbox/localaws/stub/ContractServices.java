package io.github.dynamooutbox.localaws.stub;

import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.AwsUnderTest;
import io.github.dynamooutbox.localaws.LocalSqs;
import java.net.URI;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.kinesis.KinesisClient;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * The services that the contract is about: those at the endpoint under test, or else the stub with
 * ElasticMQ. Started once for all tests of a JVM, injected as a parameter.
 */
final class ContractServices implements AutoCloseable {
  private final Optional<LocalSqs> localSqs;
  private final Optional<AwsStub> stub;
  private final URI endpoint;
  private final SqsClient sqs;
  private final SnsClient sns;
  private final EventBridgeClient eventBridge;
  private final KinesisClient kinesis;

  private ContractServices() {
    Optional<URI> external = AwsUnderTest.endpoint();
    if (external.isEmpty()) {
      LocalSqs queues = LocalSqs.start();
      sqs = sqsClient(queues.endpoint());
      AwsStub embedded = AwsStub.builder().queues(SqsQueueDelivery.to(sqs)).start();
      localSqs = Optional.of(queues);
      stub = Optional.of(embedded);
      endpoint = embedded.endpoint();
    } else {
      localSqs = Optional.empty();
      stub = Optional.empty();
      endpoint = external.get();
      sqs = sqsClient(endpoint);
    }
    sns = configure(SnsClient.builder(), endpoint).build();
    eventBridge = configure(EventBridgeClient.builder(), endpoint).build();
    kinesis = configure(KinesisClient.builder(), endpoint).build();
  }

  private static SqsClient sqsClient(URI endpoint) {
    return configure(SqsClient.builder(), endpoint).checksumValidationEnabled(false).build();
  }

  /** A client for an endpoint; without retries, so that the first answer is what tests see. */
  static <B extends AwsClientBuilder<B, C> & AwsSyncClientBuilder<B, C>, C> B configure(
      B client, URI endpoint) {
    return AwsUnderTest.configure(client, endpoint)
        .overrideConfiguration(o -> o.retryStrategy(DefaultRetryStrategy.doNotRetry()));
  }

  SqsClient sqs() {
    return sqs;
  }

  SnsClient sns() {
    return sns;
  }

  EventBridgeClient eventBridge() {
    return eventBridge;
  }

  KinesisClient kinesis() {
    return kinesis;
  }

  URI endpoint() {
    return endpoint;
  }

  /** A name that nothing else has. */
  static String unique(String what) {
    return "outbox-contract-" + what + '-' + UUID.randomUUID().toString().substring(0, 8);
  }

  @Override
  public void close() {
    stub.ifPresent(AwsStub::close);
    kinesis.close();
    eventBridge.close();
    sns.close();
    sqs.close();
    localSqs.ifPresent(LocalSqs::close);
  }

  /** Injects it. */
  static final class Extension implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == ContractServices.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.GLOBAL)
          .computeIfAbsent(
              ContractServices.class, key -> new ContractServices(), ContractServices.class);
    }
  }
}
