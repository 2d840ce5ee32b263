package io.github.dynamooutbox.localaws.stub.internal;

import io.github.dynamooutbox.localaws.stub.BatchEntry;
import io.github.dynamooutbox.localaws.stub.EntryError;
import io.github.dynamooutbox.localaws.stub.Fault;
import io.github.dynamooutbox.localaws.stub.Service;
import io.github.dynamooutbox.localaws.stub.internal.FaultBook.Injected;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The faults that apply to one request. */
public final class FaultPlan {
  private final Service service;
  private final Optional<ServiceError> requestError;
  private final boolean breaksConnection;
  private final boolean losesAnswer;
  private final Duration delay;
  private final List<EntryFault> entryFaults;

  private record EntryFault(Injected injected, Fault.Entries entries) {}

  private FaultPlan(Builder builder) {
    this.service = builder.service;
    this.requestError = builder.requestError;
    this.breaksConnection = builder.breaksConnection;
    this.losesAnswer = builder.losesAnswer;
    this.delay = builder.delay;
    this.entryFaults = List.copyOf(builder.entryFaults);
  }

  Optional<ServiceError> requestError() {
    return requestError;
  }

  boolean breaksConnection() {
    return breaksConnection;
  }

  boolean losesAnswer() {
    return losesAnswer;
  }

  Duration delay() {
    return delay;
  }

  /** The fault of one entry, if any. Call it once per entry: the answer may be random. */
  public Optional<EntryError> of(BatchEntry entry) {
    return entryFaults.stream()
        .filter(fault -> fault.injected.applies(fault.entries, entry))
        .map(fault -> fault.entries.error())
        .findFirst();
  }

  /** For publications that are not batches: an entry that fails is a request that fails. */
  public void check(BatchEntry entry) {
    of(entry)
        .ifPresent(
            error -> {
              boolean busy = error.code().equals(service.throttlingCode());
              int status = error.senderFault() || busy ? 400 : 500;
              throw new ServiceError(status, error.code(), error.message());
            });
  }

  static final class Builder {
    private final Service service;
    private final List<EntryFault> entryFaults = new ArrayList<>();
    private Optional<ServiceError> requestError = Optional.empty();
    private boolean breaksConnection;
    private boolean losesAnswer;
    private Duration delay = Duration.ZERO;

    Builder(Service service) {
      this.service = service;
    }

    /** Whether the outcome of the whole request is decided. */
    boolean decided() {
      return requestError.isPresent() || breaksConnection || losesAnswer;
    }

    void add(Injected injected) {
      injected.fault().applyTo(new Effect(injected));
    }

    private void refuse(int status, String code, String message) {
      requestError = Optional.of(new ServiceError(status, code, message));
    }

    private final class Effect implements Fault.Effects {
      private final Injected injected;

      Effect(Injected injected) {
        this.injected = injected;
      }

      @Override
      public void throttle() {
        refuse(400, service.throttlingCode(), "Rate exceeded");
      }

      @Override
      public void fail(int status, String code) {
        refuse(status, code, "Injected failure");
      }

      @Override
      public void failEntries(Fault.Entries entries) {
        entryFaults.add(new EntryFault(injected, entries));
      }

      @Override
      public void slow(Duration more) {
        delay = delay.plus(more);
      }

      @Override
      public void loseAnswer() {
        losesAnswer = true;
      }

      @Override
      public void breakConnection() {
        breaksConnection = true;
      }
    }

    FaultPlan build() {
      return new FaultPlan(this);
    }
  }
}
