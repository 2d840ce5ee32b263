package io.github.dynamooutbox.aws.internal.inline;

import io.github.dynamooutbox.aws.targets.FailedCalls;
import io.github.dynamooutbox.aws.targets.PayloadFetcher;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.format.Sha256;
import io.github.dynamooutbox.relay.publish.PublishOutcome;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Rejected;
import io.github.dynamooutbox.relay.publish.PublishOutcome.Retry;
import java.io.IOException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.core.exception.SdkException;

/** Fetches payloads and verifies that they are what was committed. */
record VerifiedFetch(PayloadFetcher fetcher, TargetHost host) {
  /**
   * The payload's bytes. A missing payload is rejected and not retried: it was stored before its
   * event was committed, so it will not appear later.
   *
   * @param end when the request times out, after which nothing more is fetched
   */
  byte[] fetch(Payload.Reference reference, Instant end) throws Unfetched, InterruptedException {
    if (!host.clock().instant().isBefore(end)) {
      throw new Unfetched(
          new Retry("PAYLOAD_LATE", "the request timed out before its payload was fetched"));
    }
    byte[] bytes =
        found(reference)
            .orElseThrow(
                () ->
                    rejected(
                        "PAYLOAD_GONE",
                        "nothing is at %s: it expired, or was deleted".formatted(reference.uri())));
    if (bytes.length != reference.length() || !Sha256.hex(bytes).equals(reference.sha256())) {
      throw rejected(
          "PAYLOAD_CHANGED", "what is at %s is not what was committed".formatted(reference.uri()));
    }
    return bytes;
  }

  /** Whatever a fetcher throws concerns this one payload, and no other of the request. */
  private Optional<byte[]> found(Payload.Reference reference)
      throws Unfetched, InterruptedException {
    try {
      return Objects.requireNonNull(fetcher.fetch(reference, host), "a fetcher returned null");
    } catch (SdkException e) {
      throw new Unfetched(FailedCalls.retry(e));
    } catch (IOException e) {
      throw new Unfetched(new Retry(e.getClass().getSimpleName(), String.valueOf(e.getMessage())));
    } catch (InterruptedException cancelled) {
      throw cancelled;
    } catch (Exception e) {
      throw new Unfetched(FailedCalls.unexpected("fetching " + reference.uri(), e));
    }
  }

  private static Unfetched rejected(String code, String message) {
    return new Unfetched(new Rejected(code, message));
  }

  /** Reports that a payload cannot be sent, for now or for good. */
  static final class Unfetched extends Exception {
    private static final long serialVersionUID = 1;

    private final transient PublishOutcome outcome;

    Unfetched(PublishOutcome outcome) {
      super(null, null, false, false);
      this.outcome = outcome;
    }

    /** What that means for the event. */
    PublishOutcome outcome() {
      return outcome;
    }
  }
}
