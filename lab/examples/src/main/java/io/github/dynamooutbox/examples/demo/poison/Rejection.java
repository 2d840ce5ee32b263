package io.github.dynamooutbox.examples.demo.poison;

import io.github.dynamooutbox.localaws.AwsStub;
import io.github.dynamooutbox.localaws.stub.BatchEntry;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Injection;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.When;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes the bus reject the first event of some orders, as it rejects invalid entries. */
final class Rejection {
  private static final int ORDERS = 10;
  private static final String TYPE = "OrderPlaced";

  private final Set<String> marks;
  private final Injection injection;

  private Rejection(AwsStub stub, int orders) {
    int rejected = Math.min(ORDERS, orders);
    marks =
        IntStream.range(0, rejected)
            .mapToObj(i -> "\"subject\":\"order-%06d\"".formatted((long) i * orders / rejected))
            .collect(Collectors.toUnmodifiableSet());
    injection =
        stub.faults()
            .inject(
                When.on(Service.EVENTBRIDGE).action("PutEvents"),
                Fault.failEntries(this::isOne, EntryError.rejected("InvalidArgument")));
  }

  /**
   * Starts rejecting.
   *
   * @param orders number of orders to choose from
   */
  static Rejection begin(AwsStub stub, int orders) {
    return new Rejection(stub, orders);
  }

  private boolean isOne(BatchEntry entry) {
    return entry.key().equals(TYPE) && marks.stream().anyMatch(entry.body()::contains);
  }

  /** Stops rejecting. */
  void mend() {
    injection.cancel();
  }
}
