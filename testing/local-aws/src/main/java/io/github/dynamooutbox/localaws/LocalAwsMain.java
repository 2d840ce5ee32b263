package io.github.dynamooutbox.localaws;

import io.github.dynamooutbox.localaws.stub.SqsQueueDelivery;
import io.github.dynamooutbox.testdynamodb.DynamoDbLocal;
import io.github.dynamooutbox.testdynamodb.internal.ServerProcess;
import java.util.concurrent.CountDownLatch;
import software.amazon.awssdk.services.sqs.SqsClient;

/** Runs all local services behind one endpoint, which it prints, until the process is killed. */
public final class LocalAwsMain {
  private LocalAwsMain() {}

  public static void main(String[] arguments) throws InterruptedException {
    try (DynamoDbLocal dynamoDb = DynamoDbLocal.start();
        LocalSqs queues = LocalSqs.start();
        SqsClient sqs = LocalClients.sqs(queues.endpoint());
        AwsStub stub = AwsStub.builder().queues(SqsQueueDelivery.to(sqs)).start();
        LocalGateway gateway =
            LocalGateway.start(dynamoDb.endpoint(), queues.endpoint(), stub.endpoint())) {
      System.out.println(ServerProcess.READY + gateway.endpoint());
      new CountDownLatch(1).await();
    }
  }
}
