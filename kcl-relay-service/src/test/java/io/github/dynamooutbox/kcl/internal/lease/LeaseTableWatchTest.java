package io.github.dynamooutbox.kcl.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.dynamooutbox.kcl.settings.WorkerSettings.LeaseTables;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

@Timeout(60)
class LeaseTableWatchTest {
  private final Set<String> tables = ConcurrentHashMap.newKeySet();

  /** Does not wait between two checks. */
  private final ScheduledExecutorService timer =
      new ScheduledThreadPoolExecutor(1) {
        @Override
        public java.util.concurrent.ScheduledFuture<?> scheduleWithFixedDelay(
            Runnable check, long first, long every, TimeUnit unit) {
          return super.scheduleWithFixedDelay(check, 0, 1, TimeUnit.MILLISECONDS);
        }
      };

  private final CompletableFuture<Throwable> gone = new CompletableFuture<>();
  private final CompletableFuture<Void> looked = new CompletableFuture<>();

  private final DynamoDbAsyncClient client =
      new DynamoDbAsyncClient() {
        @Override
        public CompletableFuture<DescribeTableResponse> describeTable(
            DescribeTableRequest request) {
          boolean isThere = tables.contains(request.tableName());
          if (request.tableName().equals("app-WorkerMetricStats")) {
            looked.complete(null);
          }
          return isThere
              ? CompletableFuture.completedFuture(DescribeTableResponse.builder().build())
              : CompletableFuture.failedFuture(ResourceNotFoundException.builder().build());
        }

        @Override
        public String serviceName() {
          return "dynamodb";
        }

        @Override
        public void close() {}
      };

  @AfterEach
  void stop() {
    timer.shutdownNow();
  }

  @ParameterizedTest
  @CsvSource({
    "app, lease table",
    "app-CoordinatorState, coordinator table",
    "app-WorkerMetricStats, worker metrics table"
  })
  void endsTheWorkerWhenOneOfItsTablesIsDeleted(String table, String what) {
    tables.addAll(Set.of("app", "app-CoordinatorState", "app-WorkerMetricStats"));
    LeaseTableWatch watch = start();
    looked.join();
    assertThat(gone).isNotDone();
    tables.remove(table);

    assertThat(gone.join())
        .hasMessageStartingWith(what + " \"" + table + "\" was deleted: restart the worker");
    watch.close();
  }

  @Test
  void waitsForTablesThatKclCreatesLater() {
    tables.add("app");
    LeaseTableWatch watch = start();
    looked.join();
    assertThat(gone).isNotDone();
    watch.close();
  }

  private LeaseTableWatch start() {
    return LeaseTableWatch.start(client, LeaseTables.of("app"), timer, gone::complete);
  }
}
