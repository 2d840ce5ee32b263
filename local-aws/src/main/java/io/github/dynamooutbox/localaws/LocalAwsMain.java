package io.github.dynamooutbox.localaws;

import io.github.dynamooutbox.localaws.stub.AwsStub;
import io.github.dynamooutbox.localaws.stub.SqsQueueDelivery;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.sqs.SqsClient;

/**
 * All local services behind one endpoint, which it prints, until the process is ended. Arguments
 * name abilities that it is to lack, so that tests of tests can see what is skipped then.
 */
public final class LocalAwsMain {
  private LocalAwsMain() {}

  public static void main(String[] arguments) throws InterruptedException {
    Set<Ability> without =
        Stream.of(arguments)
            .map(Ability::valueOf)
            .collect(Collectors.toCollection(() -> EnumSet.noneOf(Ability.class)));
    try (DynamoDbLocal dynamoDb = DynamoDbLocal.start();
        LocalSqs queues = LocalSqs.start();
        SqsClient sqs = LocalClients.sqs(queues.endpoint());
        AwsStub stub = AwsStub.builder().queues(SqsQueueDelivery.to(sqs)).start();
        LocalGateway gateway =
            LocalGateway.without(
                without, dynamoDb.endpoint(), queues.endpoint(), stub.endpoint())) {
      System.out.println(LocalAws.READY + gateway.endpoint());
      new CountDownLatch(1).await();
    }
  }
}
