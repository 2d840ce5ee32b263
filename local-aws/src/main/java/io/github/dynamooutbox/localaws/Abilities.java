package io.github.dynamooutbox.localaws;

import io.github.dynamooutbox.localaws.readback.ExpiryProbe;
import io.github.dynamooutbox.localaws.readback.FifoProbe;
import io.github.dynamooutbox.localaws.readback.KinesisProbe;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Finds out what an endpoint cannot do, by trying. A test that needs it is skipped with the reason:
 *
 * <pre>{@code
 * Optional<String> lack = Abilities.lack(Ability.CBOR);
 * assumeTrue(lack.isEmpty(), () -> lack.orElse(""));
 * }</pre>
 *
 * <p>Each ability is tried once for each endpoint and JVM. Whether what expired goes is waited for
 * up to a minute, or {@code -Doutbox.aws.expiry-seconds}. Thread-safe.
 */
public final class Abilities {
  private static final Map<String, Optional<String>> FOUND = new ConcurrentHashMap<>();

  private Abilities() {}

  /** Why the endpoint under test lacks an ability; empty if it has it, as servers of tests do. */
  public static Optional<String> lack(Ability ability) {
    return AwsUnderTest.endpoint().flatMap(endpoint -> lack(endpoint, ability));
  }

  /** Why an endpoint lacks an ability; empty if it has it. */
  public static Optional<String> lack(URI endpoint, Ability ability) {
    return FOUND.computeIfAbsent(
        endpoint + " " + ability,
        key ->
            probe(endpoint, ability)
                .map(why -> "The endpoint " + endpoint + " lacks " + ability + ": " + why));
  }

  private static Optional<String> probe(URI endpoint, Ability ability) {
    try {
      return switch (ability) {
        case TTL_DELETES -> ExpiryProbe.lack(endpoint, expiry());
        case CBOR -> KinesisProbe.lackOfCbor(endpoint);
        case FIFO_ORDER -> FifoProbe.lackOfOrder(endpoint);
        case FIFO_DEDUPLICATION -> FifoProbe.lackOfDeduplication(endpoint);
      };
    } catch (SdkException e) {
      return Optional.of("trying it failed with " + e.getMessage());
    }
  }

  private static Duration expiry() {
    return Duration.ofSeconds(Integer.getInteger("outbox.aws.expiry-seconds", 60));
  }
}
