package io.github.dynamooutbox.aws.internal.targets;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import software.amazon.awssdk.services.eventbridge.EventBridgeClient;
import software.amazon.awssdk.services.eventbridge.model.DescribeEventBusRequest;
import software.amazon.awssdk.services.eventbridge.model.DescribeEventBusResponse;
import software.amazon.awssdk.services.eventbridge.model.PutEventsRequest;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResponse;
import software.amazon.awssdk.services.eventbridge.model.PutEventsResultEntry;

/** An EventBridge whose answers a test writes, for those that no endpoint gives on demand. */
final class FakeEventBridge implements EventBridgeClient {
  final AtomicInteger describes = new AtomicInteger();
  final List<PutEventsRequest> puts = new ArrayList<>();
  volatile Supplier<DescribeEventBusResponse> describe =
      () -> DescribeEventBusResponse.builder().build();
  volatile Function<PutEventsRequest, List<PutEventsResultEntry>> results =
      request ->
          request.entries().stream()
              .map(entry -> PutEventsResultEntry.builder().eventId("e").build())
              .toList();

  @Override
  public DescribeEventBusResponse describeEventBus(DescribeEventBusRequest request) {
    describes.incrementAndGet();
    return describe.get();
  }

  @Override
  public PutEventsResponse putEvents(PutEventsRequest request) {
    synchronized (puts) {
      puts.add(request);
    }
    return PutEventsResponse.builder().entries(results.apply(request)).build();
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public void close() {
    // Holds nothing.
  }
}
