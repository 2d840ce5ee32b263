package io.github.dynamooutbox.benchmarks.redrive;

import io.github.dynamooutbox.aws.control.ControlTable;
import io.github.dynamooutbox.localaws.ConsumedUnits;
import io.github.dynamooutbox.localaws.LocalClients;
import io.github.dynamooutbox.testdynamodb.DynamoDbLocal;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A control table on DynamoDB Local, with a count of the units consumed. */
final class ParkingTable implements AutoCloseable {
  private static final String NAME = "control";
  private static final int THREADS = 32;

  private final DynamoDbLocal server = DynamoDbLocal.start();
  private final ConsumedUnits units = new ConsumedUnits();
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private final DynamoDbClient client =
      LocalClients.configure(DynamoDbClient.builder(), server.endpoint())
          .overrideConfiguration(
              each -> {
                ControlTable.configure(each);
                each.addExecutionInterceptor(units);
              })
          .build();

  ParkingTable() {
    ControlTable.create(client, NAME);
  }

  /** The part of the table for one stream. */
  ControlTable of(String stream) {
    return ControlTable.builder(client, NAME, stream, threads).build();
  }

  ConsumedUnits units() {
    return units;
  }

  @Override
  public void close() {
    threads.shutdownNow();
    client.close();
    server.close();
  }
}
