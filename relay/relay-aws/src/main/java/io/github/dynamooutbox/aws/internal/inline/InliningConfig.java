package io.github.dynamooutbox.aws.internal.inline;

import io.github.dynamooutbox.aws.targets.AwsPlace;
import io.github.dynamooutbox.aws.targets.OpenTarget;
import io.github.dynamooutbox.aws.targets.PayloadFetcher;
import io.github.dynamooutbox.aws.targets.TargetConfig;
import io.github.dynamooutbox.aws.targets.TargetFindings;
import io.github.dynamooutbox.aws.targets.TargetHost;
import io.github.dynamooutbox.aws.targets.TargetResource;
import io.github.dynamooutbox.aws.targets.TargetRight;
import io.github.dynamooutbox.format.Payload;
import io.github.dynamooutbox.relay.publish.BatchLimits;
import io.github.dynamooutbox.relay.publish.Entry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * A target of any kind that is sent the payloads themselves where events only refer to them.
 *
 * @param target the target as read by its own kind
 * @param most length in bytes up to which payloads are fetched
 */
public record InliningConfig(TargetConfig target, long most) implements TargetConfig {
  /** The key of the configuration. */
  public static final String KEY = "inlinePayloadBytes";

  /** The largest entry that any service accepts: 10 MiB, by Kinesis. */
  public static final int MOST = 10 * 1024 * 1024;

  private static final String REMEDY =
      "put archive-target, which brings S3's client, on the relay's class path";

  @Override
  public String name() {
    return target.name();
  }

  @Override
  public BatchLimits limits() {
    return target.limits();
  }

  /** A slow bucket must not take the threads of other targets. */
  @Override
  public int threads() {
    return InliningRequest.AT_ONCE * target.threads();
  }

  @Override
  public List<String> unresolved() {
    List<String> unresolved = new ArrayList<>(target.unresolved());
    if (PayloadFetchers.onClassPath().all().isEmpty()) {
      unresolved.add(KEY + ": nothing fetches payloads: " + REMEDY);
    }
    return unresolved;
  }

  @Override
  public Optional<TargetResource> resource() {
    return target.resource();
  }

  /**
   * Writers decide which bucket holds the payloads, so permission to read it is granted with the
   * bucket.
   */
  @Override
  public List<TargetRight> rights(AwsPlace place) {
    return target.rights(place);
  }

  @Override
  public void examine(TargetFindings findings) {
    target.examine(findings);
    if (PayloadFetchers.onClassPath().all().isEmpty()) {
      findings.wrong("cannot be sent payloads (%s)".formatted(KEY), REMEDY);
    } else {
      findings.fine("is sent payloads that are elsewhere, up to %d bytes".formatted(most));
    }
  }

  @Override
  public boolean usesOnlyClientsOfTheHost() {
    return target.usesOnlyClientsOfTheHost();
  }

  @Override
  public OpenTarget<?> open(TargetHost host) {
    return around(target.open(host), host);
  }

  private <E extends Entry> OpenTarget<?> around(OpenTarget<E> opened, TargetHost host) {
    return new InliningTarget<>(opened, most, PayloadFetchers.onClassPath(), host);
  }

  /** All fetchers on the class path as one. If several accept a URI, the first one fetches. */
  private record PayloadFetchers(List<PayloadFetcher> all) implements PayloadFetcher {
    static PayloadFetchers onClassPath() {
      return new PayloadFetchers(
          ServiceLoader.load(PayloadFetcher.class, PayloadFetcher.class.getClassLoader()).stream()
              .map(ServiceLoader.Provider::get)
              .toList());
    }

    @Override
    public boolean fetchesFrom(String uri) {
      return all.stream().anyMatch(each -> each.fetchesFrom(uri));
    }

    @Override
    public Optional<byte[]> fetch(Payload.Reference reference, TargetHost host)
        throws IOException, InterruptedException {
      for (PayloadFetcher each : all) {
        if (each.fetchesFrom(reference.uri())) {
          return each.fetch(reference, host);
        }
      }
      throw new IOException("nothing on the class path fetches from " + reference.uri());
    }
  }
}
